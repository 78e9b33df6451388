// SPDX-License-Identifier: BSD-3-Clause
#include "net/secret.h"

#include "net/net_error.h"
#include "util/string_util.h"

#include <openssl/crypto.h>

#include <algorithm>
#include <cerrno>

#include <sys/random.h>

namespace dbgr::net {

util::Result<Secret> Secret::generate()
{
    Secret secret;
    // Up to 256 bytes come whole, and no signal interrupts them.
    if (::getrandom(secret.m_bytes.data(), kBytes, 0) != static_cast<ssize_t>(kBytes))
        return util::fail(util::systemError(errno, "making a session secret"));
    return secret;
}

util::Result<Secret> Secret::fromHex(std::string_view hex)
{
    auto raw = util::fromHex(hex);
    if (!raw || raw->size() != kBytes)
        return util::fail(Errc::BadSecret, "a session secret is " + std::to_string(2 * kBytes) + " hexadecimal digits");
    Secret secret;
    std::copy(raw->begin(), raw->end(), secret.m_bytes.begin());
    OPENSSL_cleanse(raw->data(), raw->size());
    return secret;
}

Secret::~Secret()
{
    OPENSSL_cleanse(m_bytes.data(), m_bytes.size());
}

std::string Secret::hex() const
{
    return util::toHex(std::string_view(reinterpret_cast<const char*>(m_bytes.data()), m_bytes.size()));
}

bool operator==(const Secret& a, const Secret& b)
{
    return CRYPTO_memcmp(a.m_bytes.data(), b.m_bytes.data(), Secret::kBytes) == 0;
}

} // namespace dbgr::net

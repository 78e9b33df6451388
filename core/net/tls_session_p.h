// SPDX-License-Identifier: BSD-3-Clause
// One OpenSSL connection object set up for our only way of speaking TLS. Thread: that of its stream.
#pragma once

#include "net/secret.h"

#include <openssl/ssl.h>

#include <memory>

namespace dbgr::net {

enum class TlsRole
{
    Client,
    Server
};

struct FreeSsl
{
    void operator()(SSL* ssl) const { SSL_free(ssl); }
};
using SslPtr = std::unique_ptr<SSL, FreeSsl>;

/// TLS 1.3 with the pre-shared key `secret` and a fresh key exchange (psk_dhe_ke), no certificates, no tickets, over
/// two memory BIOs. \errors Errc::HandshakeFailed, when this OpenSSL cannot do it
[[nodiscard]] util::Result<SslPtr> makeTlsSession(TlsRole role, const Secret& secret);

/// What OpenSSL says went wrong, and forgets with this call.
[[nodiscard]] std::string takeOpenSslError();

} // namespace dbgr::net

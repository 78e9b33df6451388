// SPDX-License-Identifier: BSD-3-Clause
#include "net/address.h"

#include "net/net_error.h"
#include "util/string_util.h"

#include <cstring>
#include <memory>

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>

namespace dbgr::net {

namespace {

/// The longest numeric host with a scope fits; everything longer is none.
constexpr std::size_t kMaxHostBytes = 64;

tl::unexpected<util::Error> notAnAddress(std::string_view text)
{
    return util::fail(Errc::BadAddress, "'" + std::string(text.substr(0, kMaxHostBytes)) + "' is no numeric address");
}

const sockaddr_in& asV4(const sockaddr_storage& storage)
{
    return reinterpret_cast<const sockaddr_in&>(storage);
}
const sockaddr_in6& asV6(const sockaddr_storage& storage)
{
    return reinterpret_cast<const sockaddr_in6&>(storage);
}

} // namespace

util::Result<Address> Address::parse(std::string_view text)
{
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos)
        return util::fail(Errc::BadAddress, "'" + std::string(text.substr(0, kMaxHostBytes)) + "' has no port");
    std::string_view host = text.substr(0, colon);
    const auto port = util::parseNumber<std::uint16_t>(text.substr(colon + 1));
    const bool bracketed = host.size() >= 2 && host.front() == '[' && host.back() == ']';
    if (!port || (!bracketed && host.find(':') != std::string_view::npos))
        return notAnAddress(text);
    if (bracketed)
        host = host.substr(1, host.size() - 2);
    return fromHost(host, *port);
}

util::Result<Address> Address::fromHost(std::string_view host, std::uint16_t port)
{
    if (host.empty() || host.size() > kMaxHostBytes || host.find('\0') != std::string_view::npos)
        return notAnAddress(host);
    addrinfo hints{};
    hints.ai_flags = AI_NUMERICHOST;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (::getaddrinfo(std::string(host).c_str(), nullptr, &hints, &found) != 0)
        return notAnAddress(host);
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owned(found, &::freeaddrinfo);
    DBGR_TRY(const Address address, fromSocket(found->ai_addr, found->ai_addrlen));
    return address.withPort(port);
}

Address Address::loopback(std::uint16_t port)
{
    return *fromHost("127.0.0.1", port);
}

Address Address::anyV4(std::uint16_t port)
{
    return *fromHost("0.0.0.0", port);
}

util::Result<Address> Address::fromSocket(const sockaddr* address, socklen_t size)
{
    const bool v4 = address->sa_family == AF_INET && size >= sizeof(sockaddr_in);
    const bool v6 = address->sa_family == AF_INET6 && size >= sizeof(sockaddr_in6);
    if (!v4 && !v6)
        return util::fail(Errc::BadAddress, "neither an IPv4 nor an IPv6 address");
    Address made;
    made.m_size = v4 ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
    std::memcpy(&made.m_storage, address, made.m_size);
    return made;
}

std::string Address::host() const
{
    char text[NI_MAXHOST] = "";
    ::getnameinfo(data(), m_size, text, sizeof text, nullptr, 0, NI_NUMERICHOST);
    return text;
}

std::uint16_t Address::port() const
{
    return ntohs(isV6() ? asV6(m_storage).sin6_port : asV4(m_storage).sin_port);
}

Address Address::withPort(std::uint16_t port) const
{
    Address made = *this;
    if (isV6())
        reinterpret_cast<sockaddr_in6&>(made.m_storage).sin6_port = htons(port);
    else
        reinterpret_cast<sockaddr_in&>(made.m_storage).sin_port = htons(port);
    return made;
}

bool Address::isLoopback() const
{
    if (isV6())
        return IN6_IS_ADDR_LOOPBACK(&asV6(m_storage).sin6_addr);
    return ntohl(asV4(m_storage).sin_addr.s_addr) >> 24 == 127;
}

bool Address::isLinkLocal() const
{
    if (isV6())
        return IN6_IS_ADDR_LINKLOCAL(&asV6(m_storage).sin6_addr);
    return ntohl(asV4(m_storage).sin_addr.s_addr) >> 16 == (169u << 8 | 254u);
}

std::string Address::toString() const
{
    return (isV6() ? "[" + host() + "]" : host()) + ":" + std::to_string(port());
}

} // namespace dbgr::net

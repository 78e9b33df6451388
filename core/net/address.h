// SPDX-License-Identifier: BSD-3-Clause
// An IP address with a port, as text and as the system wants it. Numbers only: no name is ever looked up, since that
// may block. Thread: any; a value.
#pragma once

#include "util/result.h"

#include <cstdint>
#include <string>
#include <string_view>

#include <sys/socket.h>

namespace dbgr::net {

class Address
{
public:
    /// Reads "127.0.0.1:4711" or "[::1]:4711" (a scope, "[fe80::1%eth0]:4711", is allowed).
    /// \errors Errc::BadAddress
    [[nodiscard]] static util::Result<Address> parse(std::string_view text);
    /// \param host "127.0.0.1" or "::1", without brackets. \errors Errc::BadAddress
    [[nodiscard]] static util::Result<Address> fromHost(std::string_view host, std::uint16_t port);
    /// 127.0.0.1
    [[nodiscard]] static Address loopback(std::uint16_t port = 0);
    /// 0.0.0.0: every IPv4 address of this node.
    [[nodiscard]] static Address anyV4(std::uint16_t port = 0);
    /// What getsockname() and its like filled in. \errors Errc::BadAddress for other families than IPv4 and IPv6
    [[nodiscard]] static util::Result<Address> fromSocket(const sockaddr* address, socklen_t size);

    /// "127.0.0.1", "::1"; without brackets.
    [[nodiscard]] std::string host() const;
    [[nodiscard]] std::uint16_t port() const;
    [[nodiscard]] Address withPort(std::uint16_t port) const;
    [[nodiscard]] bool isV6() const { return m_storage.ss_family == AF_INET6; }
    [[nodiscard]] bool isLoopback() const;
    /// fe80::/10, 169.254/16: means nothing to another node.
    [[nodiscard]] bool isLinkLocal() const;
    /// What parse() reads back.
    [[nodiscard]] std::string toString() const;

    [[nodiscard]] const sockaddr* data() const { return reinterpret_cast<const sockaddr*>(&m_storage); }
    [[nodiscard]] socklen_t size() const { return m_size; }

private:
    Address() = default;
    sockaddr_storage m_storage{};
    socklen_t m_size = 0;
};

} // namespace dbgr::net

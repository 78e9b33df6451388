// SPDX-License-Identifier: BSD-3-Clause
// Whose socket is at the other end of a loopback connection: what a credential over TCP only claims, the kernel knows.
// Thread: any; reads /proc/net.
#pragma once

#include "net/address.h"

#include <cstdint>
#include <iosfwd>
#include <optional>

namespace dbgr::pmix {

/// The user id of the socket at `from` that is connected to `to`, both IPv4 addresses of this node; nothing when the
/// kernel's table does not show it.
[[nodiscard]] std::optional<std::uint32_t> ownerOfLocalSocket(const net::Address& from, const net::Address& to);

/// The same out of a text in the form of /proc/net/tcp.
[[nodiscard]] std::optional<std::uint32_t> ownerInTable(std::istream& table, const net::Address& from,
                                                        const net::Address& to);

} // namespace dbgr::pmix

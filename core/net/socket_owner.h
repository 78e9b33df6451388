// SPDX-License-Identifier: BSD-3-Clause
// Whose socket is at the other end of a loopback connection: what a credential over TCP only claims, the kernel knows.
// Thread: any; asks the kernel, which answers at once.
#pragma once

#include "net/address.h"

#include <cstdint>
#include <iosfwd>
#include <optional>

namespace dbgr::net {

/// The user id of the socket at `from` that is connected to `to`, both IPv4 addresses of this node. Nothing when there
/// is no such connection any more: the kernel gives a socket that its process has closed to root, so that only one
/// that is still open at both ends tells who it is.
/// One message to the kernel; only where it does not understand that, its whole table is read.
[[nodiscard]] std::optional<std::uint32_t> ownerOfLocalSocket(const Address& from, const Address& to);

/// Whether a socket listens at that IPv4 address, or at all addresses, with its port. Nobody is connected to for it.
[[nodiscard]] bool somebodyListensAt(const Address& address);

/// ownerOfLocalSocket() out of a text in the form of /proc/net/tcp.
[[nodiscard]] std::optional<std::uint32_t> ownerInTable(std::istream& table, const Address& from, const Address& to);

} // namespace dbgr::net

// SPDX-License-Identifier: BSD-3-Clause
// How a rank that the keeper holds gets into the engine's process: a datagram for each, with the descriptor of its
// connection, and then one AttachOrder over dbgwire with the rest of all of them. Both processes are of one build.
// Thread: any.
#pragma once

#include "dbgdaemon/engine/engine.h"
#include "debug/attach_order.h"
#include "util/result.h"

#include <vector>

namespace dbgr::daemon {

/// The numbers of what dbgd-engine inherits: the dbgwire stream, the socket of these datagrams, keeper::Wishes with
/// their bell, the socket of samples, and the keeper's socket for memory.
inline constexpr int kEngineChannelFd = 3;
inline constexpr int kEngineHandoverFd = 4;
inline constexpr int kEngineWishesFd = 5;
inline constexpr int kEngineBellFd = 6;
inline constexpr int kEngineSamplesFd = 7; ///< the socket of samples.h
inline constexpr int kEngineMemoryFd = 8;  ///< the one of memory_line.h

/// What of the targets goes over dbgwire.
[[nodiscard]] debug::AttachOrder orderFor(const std::vector<AttachTarget>& targets);

/// The datagram of a target. \errors those of net::sendDatagram()
[[nodiscard]] util::Result<void> handOver(int socket, const AttachTarget& target);

/// The targets of an order, whose datagrams were sent before it.
/// \errors those of net::receiveDatagram(); std::errc::bad_message when they do not belong together
[[nodiscard]] util::Result<std::vector<AttachTarget>> takeOver(int socket, const debug::AttachOrder& order);

} // namespace dbgr::daemon

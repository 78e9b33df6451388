// SPDX-License-Identifier: BSD-3-Clause
// What dbgd and its guard tell each other, one message a datagram, over a socket pair that dbgd made: orders with
// descriptors one way, notices the other. Both are of one build, so there are no versions. Thread: any.
#pragma once

#include "dbgdaemon/guard/breakpoint_ledger.h"
#include "util/ids.h"
#include "util/result.h"
#include "util/unique_fd.h"

#include <optional>
#include <string>
#include <vector>

namespace dbgr::daemon {

/// The guard's numbers for what it inherits.
inline constexpr int kGuardControlFd = 3;
inline constexpr int kGuardLedgerFd = 4;

/// dbgd -> guard.
struct GuardOrder
{
    enum class Kind : std::uint8_t
    {
        Start = 1, ///< start a stub for the rank, and relay. Descriptors: client, stub, the stub's own end
        Adopt      ///< another guard died: take leave of the rank for it. Descriptor: stub
    };
    Kind kind = Kind::Start;
    BreakpointLedger::Slot slot = 0;
    util::Pid pid;
    std::vector<util::UniqueFd> descriptors;
};

/// guard -> dbgd.
struct GuardNotice
{
    enum class Kind : std::uint8_t
    {
        Released = 1, ///< the rank has ended or runs on by itself; its stub is gone
        AttachFailed, ///< the stub ended before it said a word
        StubLost,     ///< the stub ended while it held the rank
        SpawnFailed   ///< the stub could not be started
    };
    Kind kind = Kind::Released;
    BreakpointLedger::Slot slot = 0;
    std::string detail; ///< how the stub ended, or why it could not be started
};

/// \errors those of sendmsg(); std::errc::resource_unavailable_try_again when the other side does not read
[[nodiscard]] util::Result<void> sendOrder(int socket, const GuardOrder& order);
[[nodiscard]] util::Result<void> sendNotice(int socket, const GuardNotice& notice);

/// The next one; nothing when none has come yet.
/// \errors std::errc::connection_reset when the other side is gone; std::errc::bad_message
[[nodiscard]] util::Result<std::optional<GuardOrder>> receiveOrder(int socket);
[[nodiscard]] util::Result<std::optional<GuardNotice>> receiveNotice(int socket);

} // namespace dbgr::daemon

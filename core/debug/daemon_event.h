// SPDX-License-Identifier: BSD-3-Clause
// What a daemon says by itself. Facts, in the past tense. Way: engine -> coalescer -> dbgwire -> backend -> session.
// Thread: any; values.
#pragma once

#include "debug/attach_order.h"
#include "debug/breakpoint.h"
#include "debug/debug_error.h"
#include "debug/signal_rule.h"
#include "debug/stop.h"
#include "debug/trace.h"
#include "util/error.h"
#include "util/ids.h"
#include "util/rank_set.h"

#include <chrono>
#include <string>
#include <variant>
#include <vector>

namespace dbgr::debug {

struct AttachedRank
{
    util::Rank rank;
    util::Pid pid;
    std::string executable; ///< absolute path on its node
};

/// The engine holds these ranks; each is stopped (a StopGroup with StopReason::Attached follows).
struct RanksAttached
{
    std::string host;
    std::vector<AttachedRank> ranks;
};

/// These could not be attached to; they go on without us.
struct AttachFailed
{
    util::RankSet ranks;
    util::Error error;
};

/// Ranks that ended: each with an exit status or by a signal (signal != 0).
struct RanksExited
{
    util::RankSet ranks;
    int status = 0;
    int signal = 0;
};

/// Nothing of ours is left in these ranks; they run on by themselves.
struct RanksDetached
{
    util::RankSet ranks;
};

/// These run again (by a command of ours).
struct RanksResumed
{
    util::RankSet ranks;
};

/// These were asked to stand, and do; a StopGroup with where, and for what, follows.
struct RanksStand
{
    util::RankSet ranks;
};

/// A pending breakpoint found its place, or lost it.
struct BreakpointChanged
{
    BreakpointStatus status;
};

/// One engine request takes long (symbols, mostly). Not an error: said so that nobody takes it for a hang.
struct EngineBusy
{
    util::RankSet ranks;
    std::string what;
    std::chrono::seconds since{0};
};

/// The daemon lives, but something below it broke for these ranks (e.g. the keeper died).
struct RanksLost
{
    util::RankSet ranks;
    util::Error error;
};
/// What broke is that their processes ended, and nobody saw how.
[[nodiscard]] inline bool hasEnded(const RanksLost& lost)
{
    return lost.error.code == make_error_code(Errc::Ended);
}

/// Something that the user has to know of these ranks; they are debugged all the same.
struct RankWarning
{
    util::RankSet ranks;
    util::Error error;
};

/// The last word of a daemon that a signal ends, SIGSEGV mostly. Its ranks run on.
struct DaemonDying
{
    int signal = 0;
    std::string request; ///< that it was working on, or was to do next, as a user types it; "" none
    util::RankSet ranks; ///< that the request was for
};

/// Hits of a breakpoint that ranks have passed, as they were asked to, since that was told last; to whom
/// SetBreakpoint::tellsPassed.
struct HitsPassed
{
    util::RankSet ranks;
    util::BreakpointId id;
    std::uint64_t times = 0; ///< all together
};

using DaemonEvent = std::variant<RanksAttached, AttachFailed, StopGroup, RanksResumed, RanksExited, RanksDetached,
                                 BreakpointChanged, EngineBusy, RanksLost, RanksFound, RankWarning, DaemonDying,
                                 RanksTraced, RanksStand, SignalsSeen, HitsPassed>;

} // namespace dbgr::debug

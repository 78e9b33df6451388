// SPDX-License-Identifier: BSD-3-Clause
// Why ranks stand still: one rank's stop as the engine sees it, and stops of many ranks folded into one.
// Way: engine -> StopEvent -> stop_coalescer -> StopGroup -> dbgwire -> session. Thread: any; values.
#pragma once

#include "debug/frame.h"
#include "util/ids.h"
#include "util/rank_set.h"

#include <string>
#include <utility>
#include <vector>

namespace dbgr::debug {

enum class StopReason
{
    Attached, ///< the stop that comes with attaching
    Breakpoint,
    Step,      ///< a step over, into or out is done
    Interrupt, ///< the user asked for it
    Signal,    ///< `signal` says which; SIGSEGV and its kin are crashes
    Exec,      ///< the rank has become another program
    Other,     ///< `description` says what
};

/// What stop groups compare: equal causes at the same place are one group.
struct StopCause
{
    StopReason reason = StopReason::Other;
    std::vector<util::BreakpointId> breakpoints; ///< that were hit, ascending
    int signal = 0;                              ///< with StopReason::Signal
    std::string description; ///< the engine's own words, e.g. "address not mapped to object"; may be ""
    Frame top;               ///< of the thread that stopped

    /// SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP that is not ours, SIGSYS: the program is broken, not paused.
    [[nodiscard]] bool isCrash() const;
    [[nodiscard]] bool sameAs(const StopCause& other) const;
};

/// One rank has stopped.
struct StopEvent
{
    util::Rank rank;
    util::StopId stopId;
    util::ThreadId thread;
    StopCause cause;
};

/// Ranks that stopped for the same cause at the same place.
struct StopGroup
{
    util::RankSet ranks;
    /// Which stop of each rank this is. The sets are disjoint and together are `ranks`.
    std::vector<std::pair<util::RankSet, util::StopId>> stopIds;
    /// Of the lowest rank, where ranks differ in what is not compared (the pc).
    StopCause cause;
};

[[nodiscard]] const char* name(StopReason reason);

} // namespace dbgr::debug

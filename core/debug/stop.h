// SPDX-License-Identifier: BSD-3-Clause
// Why ranks stand still: one rank's stop as the engine sees it, and stops of many ranks folded into one.
// Way: engine -> StopEvent -> stop_coalescer -> StopGroup -> dbgwire -> session. Thread: any; values.
#pragma once

#include "debug/change.h"
#include "debug/frame.h"
#include "debug/system_call.h"
#include "debug/variable.h"
#include "util/ids.h"
#include "util/rank_set.h"

#include <cstdint>
#include <optional>
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
    Arrived,   ///< where RunTo was to take it
    Watched,   ///< one of `breakpoints` is about data, which was used
    ScopeEnd,  ///< one of `breakpoints` is about data of a call that has ended
    Moved,     ///< Jump or ReturnNow has had the thread go on elsewhere, and nothing has run
};

/// How far a Step of several has come.
struct StepCount
{
    std::uint32_t done = 0;
    std::uint32_t asked = 0; ///< >= done
    [[nodiscard]] bool cutShort() const { return done < asked; }
    friend bool operator==(const StepCount&, const StepCount&) = default;
};

/// How far threads of a rank have come that step together. Threads are named by ThreadInfo::index, ascending.
struct TeamSteps
{
    struct Behind
    {
        std::uint32_t thread = 0;
        Frame top; ///< where it stands: the innermost frame that has a name
        /// As in StopCause.
        std::optional<Frame> source = {};
        [[nodiscard]] bool samePlace(const Behind& other) const;
        friend bool operator==(const Behind&, const Behind&) = default;
    };
    std::vector<std::uint32_t> done;  ///< have come to the end of the step
    std::vector<Behind> behind;       ///< have not
    std::vector<std::uint32_t> ended; ///< are no more
    /// In the same places, by samePlace().
    [[nodiscard]] bool sameAs(const TeamSteps& other) const;
};

/// Which instruction a step of instructions has come to, or a crash stands at.
struct InstructionPlace
{
    std::optional<std::uint64_t> address; ///< nothing if it differs between ranks
    std::optional<std::uint64_t> offset;  ///< from the beginning of the function, or symbol, of `top`; nothing: in none
    std::string text = {};                ///< "movl 0x18(%rax), %eax"; "" it cannot be read
};

/// What stop groups compare: equal causes at the same place are one group.
struct StopCause
{
    StopReason reason = StopReason::Other;
    std::vector<util::BreakpointId> breakpoints; ///< that were hit, ascending
    int signal = 0;                              ///< with StopReason::Signal
    /// Why, e.g. "null pointer"; with Exec the program's path; with Breakpoint what was thrown, or ""; with ScopeEnd
    /// the function. May be "".
    std::string description;
    Frame top; ///< of the thread that stopped
    /// Where that thread stands in code that somebody wrote; nothing where `top` is that, or where there is no such.
    std::optional<Frame> source;
    std::optional<std::uint64_t> address; ///< whose use was refused, with a crash; nothing if it differs between ranks
    std::string returnedFrom;             ///< the function that a step out or ReturnNow has left; "" none
    std::optional<StepCount> steps = {};  ///< of a Step of several, which ends here, whatever the reason
    /// After a step of instructions, whatever the reason, and of a crash by an instruction: nothing then, if it differs
    /// between ranks.
    std::optional<InstructionPlace> instruction = {};
    std::uint32_t frozen = 0; ///< how many threads of the rank FreezeThreads keeps from running
    /// With Breakpoint, where that is about system calls.
    std::optional<SystemCall> systemCall = {};
    std::optional<TeamSteps> team = {}; ///< of a Step of several threads, which ends here, whatever the reason

    /// SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP that is not ours, SIGSYS: the program is broken, not paused.
    [[nodiscard]] bool isCrash() const;
    /// Whether it is known where the rank stands. A rank that was attached to is told at once, and told again with its
    /// place, as the same stop, when somebody has looked.
    [[nodiscard]] bool isPlaced() const { return reason != StopReason::Attached || top != Frame{}; }
    /// The frame that counts: what a person is told, and what values are of unless another is asked for.
    [[nodiscard]] const Frame& place() const { return source ? *source : top; }
    [[nodiscard]] bool sameAs(const StopCause& other) const;
};

/// What became of watched data; with equal values where it was only read.
struct WatchedChange : ChangeGroup
{
    util::BreakpointId id;
    [[nodiscard]] bool sameAs(const WatchedChange& other) const { return id == other.id && ChangeGroup::sameAs(other); }
};

/// One rank has stopped.
struct StopEvent
{
    util::Rank rank;
    util::StopId stopId;
    StopCause cause;
    std::optional<ValueGroup> returned; ///< what the function of `cause.returnedFrom` gave, where it gives anything
    std::vector<WatchedChange> watched = {}; ///< with StopReason::Watched
};

/// Ranks that stopped for the same cause at the same place.
struct StopGroup
{
    util::RankSet ranks;
    /// Which stop of each rank this is. The sets are disjoint and together are `ranks`.
    std::vector<std::pair<util::RankSet, util::StopId>> stopIds;
    /// Of the lowest rank, where ranks differ in what is not compared (the pc).
    StopCause cause;
    std::vector<ValueGroup> returned;        ///< as in StopEvent, equal ones folded
    std::vector<WatchedChange> watched = {}; ///< the same
};

/// What the group says of these ranks.
[[nodiscard]] StopGroup restricted(StopGroup group, const util::RankSet& ranks);

[[nodiscard]] const char* name(StopReason reason);

} // namespace dbgr::debug

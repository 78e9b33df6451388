// SPDX-License-Identifier: BSD-3-Clause
// A step of several threads of one rank together: who takes part, and how far each has come. Each of them is given its
// step while those that wait for theirs stand, and stands itself when its step has ended, until all have done theirs.
// Way: run_control -> begins it; a stop -> team_control -> the next step, or the stop is told. Thread: engine.
#pragma once

#include "dbgdaemon/engine/lldb/step_record.h"
#include "debug/engine_request.h"
#include "debug/stop.h"
#include "util/ids.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace dbgr::daemon {

struct TeamMember
{
    enum class State
    {
        Waiting,  ///< for its step to begin
        UnderWay, ///< LLDB has its step
        Done,
        Ended ///< the thread is no more
    };

    util::ThreadId thread;
    std::uint32_t index = 0;
    State state = State::Waiting;
    StepRecord record;        ///< of the step that is under way, or was the last one
    std::string leaving;      ///< the function that a step out leaves
    bool isReturning = false; ///< its step leaves what the frame that counts has called, and another one is to follow
    bool leavesHandler =
        false; ///< a step has ended where a signal's handler returns to: it goes on to what was interrupted
};

struct TeamStep
{
    debug::StepKind kind = debug::StepKind::Over;
    debug::StepCount count; ///< before the one that is under way
    util::ThreadId leader;
    std::vector<TeamMember> members;
    bool standAsked = false;                          ///< we have asked the rank to stand since it was let run
    bool isGivenUp = false;                           ///< those who are behind have been waited for long enough
    std::uint64_t turn = 0;                           ///< how often it was let run: a watch of an older turn is over
    std::uint32_t looks = 0;                          ///< of the watch of this turn
    std::map<util::ThreadId, std::uint64_t> ran = {}; ///< nanoseconds on a processor, when the watch looked last

    std::map<util::ThreadId, std::uint64_t> traps = {}; ///< of the debugger, that threads met last, for no reason

    /// Whether a thread meets a trap that it has met already, and not another one since.
    [[nodiscard]] bool meetsAgain(util::ThreadId thread, std::uint64_t address)
    {
        return std::exchange(traps[thread], address) == address;
    }
    [[nodiscard]] TeamMember* find(util::ThreadId thread)
    {
        const auto found = std::ranges::find(members, thread, &TeamMember::thread);
        return found == members.end() ? nullptr : &*found;
    }
    [[nodiscard]] bool has(TeamMember::State state) const
    {
        return std::ranges::find(members, state, &TeamMember::state) != members.end();
    }
    /// All have come to the end of the step.
    [[nodiscard]] bool isDone() const { return !has(TeamMember::State::Waiting) && !has(TeamMember::State::UnderWay); }
    /// Those that are not to run now, but for `next`.
    [[nodiscard]] std::set<util::ThreadId> standing(util::ThreadId next) const
    {
        std::set<util::ThreadId> threads;
        for (const TeamMember& member : members) {
            if (member.state != TeamMember::State::UnderWay && member.thread != next)
                threads.insert(member.thread);
        }
        return threads;
    }
};

} // namespace dbgr::daemon

// SPDX-License-Identifier: BSD-3-Clause
// Breakpoints on their way to ranks, and what becomes of them there: refused, taken back, passed, moved with their
// lines. Way: a face's wish -> BreakpointStore -> here -> RankCommands; answers -> here -> store, observers. Thread:
// the session's.
#pragma once

#include "session/answer.h"
#include "session/breakpoint_store.h"
#include "session/given_command.h"
#include "session/life.h"
#include "session/line_follower.h"
#include "session/process_table.h"
#include "session/publisher.h"
#include "session/rank_commands.h"
#include "session/trace_store.h"
#include "util/rank_set.h"
#include "util/result.h"

#include <functional>
#include <vector>

namespace dbgr::session {

class BreakpointDesk
{
public:
    /// All of them live longer.
    struct Parts
    {
        const Life& life;
        ProcessTable& processes;
        BreakpointStore& breakpoints;
        LineFollower& lines;
        TraceStore& traces;
        RankCommands& commands;
        Publisher& publisher;
        std::function<void(GivenCommand)> tellGiven;
        std::function<void()> publishSoon;
    };
    explicit BreakpointDesk(Parts parts) : m_parts(std::move(parts)) {}

    struct Sending
    {
        bool isNew = false;
        bool ignoreAnew = false; ///< BreakpointSpec::ignore counts from here on
        FrameChoice frame = {};  ///< of data
        bool isChange = false;   ///< of its condition: it is what it was, if a rank refuses it
    };
    /// Tells those of `reachable` of a breakpoint for whom it still is. One that is new is taken back if no rank can
    /// have such a place, or if another one stands there.
    void send(const Breakpoint& breakpoint, const util::RankSet& reachable, const Sending& how);
    /// Those that ranks do not have that have just been attached to.
    void sendAll(const util::RankSet& ranks);
    /// \errors as Session::addBreakpoint() \param mayWait there is no job, and one may come
    [[nodiscard]] util::Result<void> checkNew(const debug::BreakpointSpec& spec, bool mayWait) const;
    /// One that was added just now. \return its id
    util::BreakpointId begin(util::BreakpointId id, const FrameChoice& frame = {});
    /// It is known what the ranks of the job execute: breakpoints go where their lines went.
    void followLines();
    /// Ranks have said where it stands: what is written there is kept.
    void rememberLine(util::BreakpointId id);
    /// Tells everybody that a breakpoint is gone.
    void forget(const Breakpoint& removed);
    /// Ranks have stopped at these: temporary ones are no longer for them.
    void pass(const std::vector<util::BreakpointId>& ids, const util::RankSet& ranks);
    /// Removes the temporary breakpoints at which nobody will stop any more.
    void dropPassed();
    /// Tells of barriers to which all have come that can.
    void tellGathered();
    void tell(BreakpointUpdated event);

private:
    [[nodiscard]] LineFollower::Outcome followLine(util::BreakpointId id);
    void tellFollowed(LineFollower::Outcome outcome);
    void takeBack(util::BreakpointId id);
    /// Ranks have refused its condition. \return whether there is no more to do with their reply
    [[nodiscard]] bool endRefused(util::BreakpointId id, const debug::BreakpointSpec& asked,
                                  const std::vector<debug::RankFailure>& failures, const Sending& how);
    void removeFrom(const util::RankSet& ranks, util::BreakpointId id);

    Parts m_parts;
};

} // namespace dbgr::session

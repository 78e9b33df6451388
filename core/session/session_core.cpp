// SPDX-License-Identifier: BSD-3-Clause
#include "session/session_core_p.h"

#include "debug/debug_error.h"
#include "session/describe.h"
#include "session/rank_refusal.h"
#include "session/report_catch.h"
#include "util/string_util.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

namespace dbgr::session {

using util::RankSet;

const char* name(SessionState state)
{
    switch (state) {
    case SessionState::Idle:
        return "idle";
    case SessionState::Launching:
        return "launching";
    case SessionState::Attaching:
        return "attaching";
    case SessionState::Held:
        return "held";
    case SessionState::Running:
        return "running";
    case SessionState::PartlyStopped:
        return "partly stopped";
    case SessionState::Stopped:
        return "stopped";
    case SessionState::Detached:
        return "detached";
    case SessionState::Exited:
        return "exited";
    case SessionState::Failed:
        return "failed";
    }
    return "unknown";
}

SessionCore::SessionCore(util::Scheduler& inScheduler, std::unique_ptr<Backend> inBackend)
    : scheduler(inScheduler), backend(std::move(inBackend)), requests(inScheduler, processes), settle(inScheduler)
{}

SessionState SessionCore::state() const
{
    if (life.failure)
        return SessionState::Failed;
    switch (life.phase) {
    case Phase::Idle:
        return SessionState::Idle;
    case Phase::Launching:
        return SessionState::Launching;
    case Phase::Attaching:
        return SessionState::Attaching;
    case Phase::Attached:
        return stateOfRanks();
    case Phase::Ended:
        return SessionState::Exited;
    case Phase::Finished:
        break;
    }
    return life.jobEnded || processes.count(RankState::Detached) == 0 ? SessionState::Exited : SessionState::Detached;
}

SessionState SessionCore::stateOfRanks() const
{
    const std::uint64_t moving = unsettled().size();
    const std::uint64_t standing = processes.standing().size();
    if (moving > 0)
        return standing > 0 ? SessionState::PartlyStopped : SessionState::Running;
    if (standing > 0)
        return processes.count(RankState::Held) == standing ? SessionState::Held : SessionState::Stopped;
    return processes.count(RankState::Ended) == processes.size() ? SessionState::Exited : SessionState::Detached;
}

RankSet SessionCore::unsettled() const
{
    if (life.phase == Phase::Idle || life.phase == Phase::Launching)
        return RankSet::range(util::Rank(0), util::Rank(std::numeric_limits<util::Rank::Rep>::max()));
    return processes.unsettled() | together.ranks();
}

void SessionCore::beginJob(launchers::LaunchSpec spec, std::optional<launchers::AttachSpec> attach)
{
    const util::Error over{make_error_code(debug::Errc::Cancelled), "another job begins", {}};
    io.tellDone(io.input.forgetJob(over));
    requests.closeAll(over);
    commands.forgetHeldBack();
    together.clear();
    focus.forgetJob(processes.all());
    processes.reset({});
    breakpoints.forgetJob();
    settings.signals.forgetJob();
    lines.forgetJob();
    traces.clear();
    publisher.forgetStops();
    stops.forget();
    io.output.clear();
    life = {};
    life.phase = Phase::Launching;
    life.spec = std::move(spec);
    life.attach = std::move(attach);
    life.command = life.attach ? describe(life.attach->target) : util::join(life.spec.argv, " ");
    // What was still to be told of single ranks was of ranks that nobody can look up any more.
    ChangeSet changes;
    changes.job = changes.state = changes.focus = changes.breakpoints = changes.output = changes.input = true;
    changes.traces = true;
    publisher.changes() = std::move(changes);
}

void SessionCore::publish()
{
    if (const SessionState now = state(); now != std::exchange(m_toldState, now))
        publisher.changes().state = true;
    if (const auto now = leadingRank(); now != std::exchange(m_toldLeader, now))
        publisher.changes().focus = true;
    if (publisher.changes().breakpoints)
        settings.followBreakpoints();
    publisher.publish();
    settle.check(unsettled());
}

void SessionCore::publishSoon()
{
    if (std::exchange(m_publishPosted, true))
        return;
    scheduler.post([weak = weak_from_this()] {
        if (const auto core = weak.lock()) {
            core->m_publishPosted = false;
            core->publish();
        }
    });
}

util::RankSet SessionCore::onHold() const
{
    return processes.onHold() | breakpoints.waiting();
}

void SessionCore::tellHold(const util::RankSet& ranks, bool on)
{
    if (ranks.empty())
        return;
    publisher.changes().ranks |= ranks;
    publisher.tell(HoldChanged{ranks, on});
    publishSoon();
}

void SessionCore::tellGiven(GivenCommand command)
{
    publisher.tell(CommandGiven{std::move(command), actingFor});
    publishSoon();
}

void SessionCore::release(const RankSet& ranks)
{
    if (ranks.empty())
        return;
    processes.unhold(ranks);
    backend->release(ranks);
}

} // namespace dbgr::session

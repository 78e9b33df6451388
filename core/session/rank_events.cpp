// SPDX-License-Identifier: BSD-3-Clause
#include "session/session_events_p.h"

#include "debug/debug_error.h"
#include "session/error_text.h"
#include "session/rank_refusal.h"
#include "session/report_catch.h"

#include <utility>

namespace dbgr::session {

using util::RankSet;

void SessionEvents::on(debug::RanksAttached event)
{
    const RankSet ranks = m_core.processes.attached(event);
    rowsChanged(ranks);
    m_core.settings.send(ranks);
    m_core.desk.sendAll(ranks);
    m_core.publisher.tell(std::move(event));
}

void SessionEvents::on(debug::AttachFailed event)
{
    if (event.ranks.intersects(m_core.life.attachingAgain)) {
        event.ranks = endedOrLost(event.ranks, event.error);
    } else {
        event.ranks = m_core.processes.attachFailed(event);
        rowsChanged(event.ranks);
    }
    if (!m_core.life.killing)
        m_core.publisher.tell(std::move(event));
}

void SessionEvents::on(debug::StopGroup event)
{
    event = withoutReportCatch(std::move(event));
    rowsChanged(m_core.processes.placed(event));
    const RankSet ranks = m_core.processes.stopped(event);
    if (ranks.empty())
        return;
    const RankSet kept = m_core.together.take(event);
    ranksMoved(ranks - kept);
    const bool isHit = event.cause.reason != debug::StopReason::ScopeEnd;
    if (isHit && !m_core.breakpoints.countHits(event.cause.breakpoints, ranks.size()).empty())
        m_core.publisher.changes().breakpoints = true;
    const debug::StopCause cause = event.cause;
    event = debug::restricted(std::move(event), ranks - kept);
    if (!m_core.life.killing && !event.ranks.empty())
        m_core.stops.tell(std::move(event));
    m_core.desk.pass(cause.breakpoints, ranks);
    m_core.breakpoints.arrive(cause.breakpoints, ranks);
    m_core.commands.stopOthers(cause);
}

void SessionEvents::on(debug::RanksResumed event)
{
    ranksMoved(m_core.processes.resumed(event.ranks));
    event.ranks &= m_core.processes.inState(RankState::Running);
    if (!event.ranks.empty())
        m_core.publisher.tell(std::move(event));
}

/// News for whoever waits for that alone: what can be done with a stopped rank can be done from its stop on.
void SessionEvents::on(debug::RanksStand event)
{
    event.ranks &= m_core.processes.inState(RankState::Running);
    if (!event.ranks.empty())
        m_core.publisher.tell(std::move(event));
}

void SessionEvents::on(debug::RanksExited event)
{
    if (m_core.life.killing && isOurEnd(event.signal))
        return endByUs(std::move(event));
    event.ranks = m_core.processes.exited(event.ranks, RankExit{event.status, event.signal});
    if (event.ranks.empty())
        return;
    ranksMoved(event.ranks);
    inputEnds(event.ranks, {debug::make_error_code(debug::Errc::Ended),
                            "sending input to " + ranksText(event.ranks) + ": already ended",
                            {}});
    m_core.life.firstFailure.note(event);
    m_core.publisher.tell(std::move(event));
    m_core.desk.dropPassed();
}

void SessionEvents::on(debug::RanksDetached event)
{
    event.ranks = m_core.processes.detached(event.ranks);
    ranksMoved(event.ranks);
    if (!m_core.life.nothingRuns() && !m_core.life.killing) // else nobody is on their own now
        m_core.publisher.tell(std::move(event));
}

void SessionEvents::on(debug::BreakpointChanged event)
{
    if (!m_core.breakpoints.update(event.status))
        return;
    m_core.desk.rememberLine(event.status.id);
    m_core.desk.tell({event.status.id});
}

void SessionEvents::on(debug::RanksTraced event)
{
    for (const util::BreakpointId id : m_core.traces.add(std::move(event.records))) {
        m_core.breakpoints.countHits({id}, 1);
        m_core.publisher.changes().traces = m_core.publisher.changes().breakpoints = true;
    }
}

void SessionEvents::on(const debug::HitsPassed& event)
{
    if (!m_core.breakpoints.countHits({event.id}, event.times).empty())
        m_core.publisher.changes().breakpoints = true;
}

void SessionEvents::on(debug::SignalsSeen event)
{
    event.ranks = m_core.settings.signals.note(event); // once a rank: some programs get thousands
    if (!event.ranks.empty() && !m_core.life.killing)
        m_core.publisher.tell(std::move(event));
}

void SessionEvents::on(debug::EngineBusy event)
{
    m_core.publisher.tell(std::move(event));
}

void SessionEvents::on(debug::RanksLost event)
{
    if (m_core.life.killing)
        return m_lossesHeldBack.push_back(std::move(event));
    event.ranks = endedOrLost(event.ranks, event.error);
    if (hasEnded(event))
        inputEnds(event.ranks, event.error);
    if (!event.ranks.empty())
        m_core.publisher.tell(std::move(event));
}

} // namespace dbgr::session

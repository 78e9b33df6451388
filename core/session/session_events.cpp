// SPDX-License-Identifier: BSD-3-Clause
#include "session/session_events_p.h"

#include "debug/debug_error.h"

#include <csignal>
#include <set>
#include <string>
#include <utility>

namespace dbgr::session {

using util::RankSet;

void SessionEvents::take(std::vector<BackendEvent> events)
{
    for (BackendEvent& event : events)
        std::visit([this](auto& one) { on(std::move(one)); }, event);
    m_core.desk.tellGathered();
    m_core.together.keepOnly(m_core.processes.controlled());
    m_core.io.watchTails();
    m_core.publish();
}

void SessionEvents::rowsChanged(const RankSet& ranks)
{
    m_core.publisher.changes().ranks |= ranks;
}

void SessionEvents::ranksMoved(const RankSet& ranks)
{
    rowsChanged(ranks);
    m_core.publisher.changes().staleStacks |= ranks;
}

RankSet SessionEvents::endedOrLost(const RankSet& ranks, const util::Error& error)
{
    const bool ended = error.code == make_error_code(debug::Errc::Ended);
    const RankSet changed =
        ended ? m_core.processes.exited(ranks, std::nullopt) : m_core.processes.lost(ranks, error.message());
    ranksMoved(changed);
    return changed;
}

void SessionEvents::inputEnds(const RankSet& ranks, const util::Error& why)
{
    m_core.io.tellDone(m_core.io.input.dropRanks(ranks, why));
    m_core.io.sendReady();
}

void SessionEvents::on(LauncherStarted event)
{
    if (event.found)
        m_core.life.command = event.command;
    m_core.publisher.tell(std::move(event));
}

void SessionEvents::on(LaunchProgress event)
{
    m_core.publisher.tell(std::move(event));
}

void SessionEvents::on(JobLaunched event)
{
    m_core.processes.reset(event.ranks);
    m_core.focus.beginJob(m_core.processes.all());
    if (const auto& attach = m_core.life.attach; attach && attach->ranks)
        m_core.focus.set(*attach->ranks & m_core.processes.all()); // the others are not ours
    m_endedByUs = {};
    m_lossesHeldBack.clear();
    m_core.publisher.changes().job = true;
    m_core.publisher.changes().focus = true;
    ranksMoved(m_core.processes.all());
    m_core.life.phase = Phase::Attaching;
    std::set<std::string> programs;
    for (const RankPlace& place : event.ranks)
        programs.insert(place.executable);
    m_core.publisher.tell(std::move(event));
    m_core.lines.beginJob(std::move(programs));
    m_core.desk.followLines();
}

void SessionEvents::on(JobHeld event)
{
    event.ranks = m_core.processes.hold(event.ranks);
    m_core.life.heldAt.insert(event.where);
    rowsChanged(event.ranks);
    m_core.publisher.tell(std::move(event));
}

void SessionEvents::on(NodeJoined event)
{
    m_core.publisher.tell(std::move(event));
}

void SessionEvents::on(NodeSilence event)
{
    event.ranks = m_core.processes.silent(event.ranks, !event.over);
    rowsChanged(event.ranks);
    if (!event.ranks.empty())
        m_core.publisher.tell(std::move(event));
}

void SessionEvents::on(NodeLost event)
{
    m_core.life.daemonLost = true;
    if (m_core.life.killing)
        return m_lossesHeldBack.push_back(std::move(event));
    event.ranks = m_core.processes.lost(event.ranks, event.error.message());
    ranksMoved(event.ranks);
    m_core.publisher.tell(std::move(event));
}

void SessionEvents::on(JobAttached event)
{
    if (m_core.life.phase == Phase::Attaching)
        m_core.life.phase = Phase::Attached;
    m_core.publisher.tell(std::move(event));
}

void SessionEvents::on(AttachedAgain event)
{
    const RankSet failed = std::exchange(m_core.life.attachingAgain, {}) - event.attached;
    const RankSet unheard = failed & m_core.processes.inState(RankState::Starting);
    ranksMoved(m_core.processes.lost(unheard, "attaching again: nothing was heard of it"));
    m_core.publisher.tell(std::move(event));
}

void SessionEvents::on(RanksReleased event)
{
    m_core.processes.unhold(event.ranks);
    m_core.publisher.tell(std::move(event));
}

void SessionEvents::on(OutputBytes event)
{
    std::string lines = m_core.io.output.append(event.rank, event.channel, event.data);
    if (lines.empty())
        return;
    m_core.publisher.changes().output = true;
    m_core.publisher.tell(OutputText{event.rank, event.channel, std::move(lines)});
}

void SessionEvents::on(CommandReply event)
{
    m_core.requests.close(event.id, std::move(event.reply));
}

void SessionEvents::on(CommandPart event)
{
    m_core.requests.part(event.id, std::move(event.reply), event.awaited);
}

void SessionEvents::on(InputAccepted event)
{
    m_core.requests.close(event.id, std::move(event.result).map([] { return debug::EngineReply{}; }));
}

void SessionEvents::on(JobEnded event)
{
    if (m_core.life.killing)
        restEndedByUs();
    ranksMoved(m_core.processes.exited(m_core.processes.all(), std::nullopt));
    inputEnds(m_core.processes.all(), {debug::make_error_code(debug::Errc::Ended), "the job has ended", {}});
    m_core.life.phase = Phase::Ended;
    m_core.life.attachingAgain = {};
    m_core.life.jobEnded = std::move(event);
    if (m_core.life.launcherExited)
        tellEnd();
}

void SessionEvents::on(LauncherExited event)
{
    m_core.life.launcherExited = event;
    if (m_core.life.jobEnded)
        tellEnd();
}

/// Once, when both the job's and the launcher's end are known, or when nothing more will come.
void SessionEvents::tellEnd()
{
    Life& life = m_core.life;
    if (life.status || (!life.jobEnded && !life.launcherExited))
        return;
    JobStatus status;
    if (life.jobEnded) {
        status.exitStatus = life.jobEnded->status;
        status.firstFailed = life.jobEnded->firstFailed;
        status.text = life.jobEnded->text;
    }
    // One whose daemons ended badly may end so itself, whatever its job did.
    if (life.launcherExited && !(life.jobEnded && life.daemonLost)) {
        status.exitStatus = life.launcherExited->status;
        status.fromLauncher = true;
    }
    if (life.killing) { // launchers call a job that they were told to kill a success, or "cancelled"
        if (status.exitStatus.value_or(0) == 0 || (life.jobEnded && !life.jobEnded->status))
            status.exitStatus = 128 + SIGKILL;
        status.firstFailed.reset(); // none did
    } else {
        if (life.failure && !life.jobEnded && status.exitStatus == 0)
            status.exitStatus.reset();
        if (!status.firstFailed)
            status.firstFailed = life.firstFailure.rankFor(status.exitStatus.value_or(0));
    }
    m_core.io.tellTails(m_core.io.output.takeTails());
    life.status = status;
    m_core.publisher.tell(Ended{std::move(status)});
}

void SessionEvents::on(BackendWarning event)
{
    m_core.publisher.tell(std::move(event));
}

void SessionEvents::on(BackendFailed event)
{
    if (!m_core.life.failure)
        m_core.life.failure = event.error;
    m_core.publisher.tell(std::move(event));
}

void SessionEvents::on(Finished event)
{
    const util::Error over{debug::make_error_code(debug::Errc::Cancelled), "the session has ended", {}};
    tellEndedByUs();
    tellLossesHeldBack();
    ranksMoved(m_core.processes.lost(m_core.processes.all(), over.detail));
    m_core.life.phase = Phase::Finished;
    m_core.requests.closeAll(over);
    m_core.io.tellDone(m_core.io.input.dropRanks(m_core.processes.all(), over));
    m_core.io.tellTails(m_core.io.output.takeTails());
    tellEnd();
    m_core.publisher.tell(event);
}

void SessionEvents::on(debug::DaemonEvent event)
{
    std::visit([this](auto& one) { on(std::move(one)); }, event);
}

} // namespace dbgr::session

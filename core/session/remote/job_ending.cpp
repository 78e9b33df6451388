// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/job_ending.h"

#include "util/log.h"

#include <csignal>
#include <utility>

namespace dbgr::session {

JobEnding::JobEnding(util::Scheduler& scheduler, Actions actions)
    : m_scheduler(scheduler), m_actions(std::move(actions))
{}

void JobEnding::jobEnded(JobEnded ended, bool ranksAreOurs)
{
    if (m_untold || m_jobEndTold)
        return; // the launcher says it more than once
    m_untold = std::move(ended);
    if (ranksAreOurs && !m_failed)
        m_ranksTimer = m_scheduler.after(kRanksMayFollow, [this] { tellJobEnded(); });
    else
        tellJobEnded();
}

void JobEnding::ranksGone()
{
    if (m_untold)
        tellJobEnded();
}

void JobEnding::tellJobEnded()
{
    m_ranksTimer.cancel();
    m_jobEndTold = true;
    m_actions.tell(*std::exchange(m_untold, std::nullopt));
    begin();
    expectEnd();
    if (m_launcherExit)
        tellLauncherExit();
}

void JobEnding::begin()
{
    if (m_begun)
        return;
    m_begun = true;
    m_actions.dismissDaemons();
    m_actions.leaveTool();
    m_ownTimer = m_scheduler.after(kDaemonsMayTake, [this] {
        util::log::warning("launch", "gave up waiting for our own to end",
                           {{"daemons", m_daemonsGone ? 0 : 1}, {"tool", m_toolClosed ? 0 : 1}});
        m_daemonsGone = m_toolClosed = true;
        finishIfDone();
    });
}

void JobEnding::launcherExited(net::ExitStatus status)
{
    if (m_launcherExit)
        return;
    m_launcherExit = status;
    m_launcherTimer.cancel();
    if (m_untold)
        return; // some ranks' ends are still to come
    if (m_jobEndTold || m_failed || m_begun)
        onLauncherAlone();
    else
        m_launcherTimer = m_scheduler.after(kEventMayFollow, [this] { onLauncherAlone(); });
}

/// Whatever the launcher had to say has been heard by now.
void JobEnding::onLauncherAlone()
{
    if (m_finished || m_untold)
        return;
    const bool itself = *m_launcherExit != net::ExitStatus{net::ExitStatus::Kind::Signalled, SIGKILL, false};
    if (m_killed && itself && !m_jobEndTold) { // it was told to end its ranks, and has done it before it went
        m_untold = JobEnded{m_launcherExit->shellStatus(), std::nullopt, ""};
        return tellJobEnded();
    }
    if (!m_killed && !m_jobEndTold && !m_failed && !m_begun) {
        m_failed = true;
        m_actions.tell(BackendFailed{m_actions.launcherEndedAlone(*m_launcherExit)});
    }
    tellLauncherExit();
}

void JobEnding::tellLauncherExit()
{
    if (std::exchange(m_launcherExitTold, true))
        return;
    const bool signalled = m_launcherExit->kind == net::ExitStatus::Kind::Signalled;
    m_actions.tell(LauncherExited{m_launcherExit->shellStatus(), signalled ? m_launcherExit->number : 0});
    m_launcherAwaited = false;
    begin();
    finishIfDone();
}

void JobEnding::killed()
{
    m_killed = true;
    expectEnd();
}

void JobEnding::daemonsGone()
{
    m_daemonsGone = true;
    finishIfDone();
}

void JobEnding::toolClosed()
{
    m_toolClosed = true;
    finishIfDone();
}

void JobEnding::fail(util::Error error, int firstSignal)
{
    if (m_failed || m_begun)
        return;
    m_failed = true;
    if (!m_killed) // else whatever it is, we have caused it
        m_actions.tell(BackendFailed{std::move(error)});
    begin();
    if (m_launcherAwaited && !m_launcherExit)
        terminateLauncher(firstSignal);
    finishIfDone();
}

void JobEnding::failAtEnd(util::Error error, JobEnded ended)
{
    if (m_failed || m_begun)
        return;
    m_failed = true;
    if (!m_killed)
        m_actions.tell(BackendFailed{std::move(error)});
    jobEnded(std::move(ended), false);
}

void JobEnding::expectEnd()
{
    if (m_launcherAwaited && !m_launcherExit && !m_launcherTimer.active())
        m_launcherTimer = m_scheduler.after(kLauncherMayTake, [this] { terminateLauncher(SIGTERM); });
}

void JobEnding::terminateLauncher(int signal)
{
    util::log::info("launch", "ending the launcher", {{"signal", signal}});
    m_actions.signalLauncher(signal);
    m_launcherTimer = m_scheduler.after(kAfterSigterm, [this, signal] {
        if (signal != SIGKILL)
            return terminateLauncher(SIGKILL);
        m_launcherAwaited = false; // stuck in the kernel: nobody can end it
        finishIfDone();
    });
}

void JobEnding::letLauncherLive()
{
    m_launcherAwaited = false;
    m_launcherTimer.cancel();
    m_ranksTimer.cancel();
    begin();
    finishIfDone();
}

void JobEnding::finishIfDone()
{
    if (m_finished || !m_begun || m_launcherAwaited || !m_daemonsGone || !m_toolClosed)
        return;
    m_finished = true;
    m_launcherTimer.cancel();
    m_ownTimer.cancel();
    m_actions.tell(Finished{});
}

} // namespace dbgr::session

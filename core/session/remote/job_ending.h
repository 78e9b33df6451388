// SPDX-License-Identifier: BSD-3-Clause
// The orderly end of a job, whatever ends first: its ranks, its launcher, its daemons, or the patience with them.
// Gathers the pieces, says the facts in the order that makes sense, and calls it Finished when nothing of ours is left.
// Flow: [kill()] -> jobEnded() -> ranks' ends -> JobEnded -> daemons dismissed, tool leaves -> launcherExited() ->
// Finished. Thread: net.
#pragma once

#include "net/child_process.h"
#include "session/backend_event.h"
#include "util/scheduler.h"

#include <chrono>
#include <functional>
#include <optional>

namespace dbgr::session {

class JobEnding
{
public:
    /// Daemons tell of each rank's end a moment before or after the launcher tells of the job's.
    static constexpr std::chrono::milliseconds kRanksMayFollow{1000};
    /// A launcher that ended may have left its last event in the socket.
    static constexpr std::chrono::milliseconds kEventMayFollow{300};
    /// How long a launcher may take to end by itself after its job, and after SIGTERM.
    static constexpr std::chrono::seconds kLauncherMayTake{8};
    static constexpr std::chrono::seconds kAfterSigterm{5};
    /// And our own people.
    static constexpr std::chrono::seconds kDaemonsMayTake{5};

    struct Actions
    {
        std::function<void(BackendEvent)> tell;
        std::function<void()> dismissDaemons; ///< answered by daemonsGone()
        std::function<void()> leaveTool;      ///< answered by toolClosed()
        std::function<void(int)> signalLauncher;
        /// What to tell the user when the launcher ended and no job's end was heard of.
        std::function<util::Error(net::ExitStatus)> launcherEndedAlone;
    };

    JobEnding(util::Scheduler& scheduler, Actions actions);

    /// A launcher runs: the end is not complete without its own.
    void launcherStarted() { m_launcherAwaited = true; }
    /// The launcher says that the job ended. \param ranksAreOurs some ranks' ends are still to come from daemons
    void jobEnded(JobEnded ended, bool ranksAreOurs);
    /// No rank is ours any more.
    void ranksGone();
    void launcherExited(net::ExitStatus status);
    /// We kill the job: from now on the launcher's end is what was asked for, and no failure.
    void killed();
    void daemonsGone();
    void toolClosed();
    /// The session cannot go on: says so, and ends everything. \param firstSignal for the launcher
    void fail(util::Error error, int firstSignal);
    /// The same, because the job has ended by itself: so does its launcher.
    void failAtEnd(util::Error error, JobEnded ended);
    /// Ends the launcher if it does not end by itself in time (a kill was sent through it).
    void expectEnd();
    /// The launcher may live on; only our own people are awaited.
    void letLauncherLive();
    /// An end is under way.
    [[nodiscard]] bool begun() const { return m_begun; }

private:
    void begin();
    void tellJobEnded();
    void onLauncherAlone();
    void tellLauncherExit();
    void terminateLauncher(int signal);
    void finishIfDone();

    util::Scheduler& m_scheduler;
    Actions m_actions;
    bool m_begun = false;
    bool m_failed = false;
    bool m_killed = false;
    bool m_launcherAwaited = false;
    bool m_daemonsGone = false;
    bool m_toolClosed = false;
    bool m_finished = false;
    std::optional<JobEnded> m_untold; ///< waits for the ranks' ends
    bool m_jobEndTold = false;
    std::optional<net::ExitStatus> m_launcherExit;
    bool m_launcherExitTold = false;
    util::Subscription m_ranksTimer;
    util::Subscription m_launcherTimer;
    util::Subscription m_ownTimer;
};

} // namespace dbgr::session

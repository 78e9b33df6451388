// SPDX-License-Identifier: BSD-3-Clause
// From a launcher's command line to ranks that stand in their hold: start it held, make it our server, pull the output,
// let it go, learn its job and proctable, wait until the ranks are armed. What comes after (daemons) is RemoteJob's.
// Flow: start() -> [LauncherStarted] -> launcher connects -> pull, release -> events, proctable -> onLaunched ->
// onSettled. Thread: net.
#pragma once

#include "launchers/launch_spec.h"
#include "pmix/tool/tool.h"
#include "session/backend_event.h"
#include "session/remote/hold_watch.h"
#include "util/scheduler.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::session {

class LaunchSequence
{
public:
    struct Callbacks
    {
        /// Facts for the session.
        std::function<void(BackendEvent)> tell;
        /// The launcher runs, and is held.
        std::function<void(pmix::LauncherStarted)> launcherStarted;
        /// The launcher has connected and waits for its release. It may be another process than the one that was
        /// started: a script's child.
        std::function<void(const pmix::LauncherHeld&)> launcherHeld;
        /// The launcher goes its way: from now on it obeys signals.
        std::function<void()> launcherReleased;
        /// All ranks are started.
        std::function<void(const JobLaunched&)> launched;
        /// settled() is near: the time that it takes to start daemons is better spent now.
        std::function<void()> nearlySettled;
        /// Ranks are held and armed (true), or run because nothing holds them (false); daemons may attach.
        /// \param atExec of held ranks those that stand before their first instruction
        std::function<void(bool held, const util::RankSet& atExec)> settled;
        /// A piece of some process's output. \see pmix::Tool::pullIo
        pmix::Tool::IoHandler output;
        /// The end of a launch that went wrong; nothing is called after it.
        std::function<void(util::Error)> failed;
    };

    /// \param directives what the launcher is told of its job \param command the process to start
    LaunchSequence(util::Scheduler& scheduler, pmix::Tool& tool, launchers::HoldPoint hold, util::Duration patience,
                   Callbacks callbacks);

    /// \see HoldWatch::releaseIsKept
    void releaseIsKept() { m_watch.releaseIsKept(); }
    void start(const pmix::LauncherCommand& command, std::vector<pmix::Info> directives);

    /// Every event that the tool hears; those of other jobs are left alone.
    void onEvent(const pmix::Event& event);

    /// The job's namespace, as soon as it is known.
    [[nodiscard]] const std::string& jobNspace() const { return m_jobNspace; }
    /// Whether it is the job's, as far as can be said before it is known.
    [[nodiscard]] bool isJob(const std::string& nspace) const;
    /// Nothing more is awaited: settled or failed.
    [[nodiscard]] bool over() const { return m_over; }
    /// Ends it without a word.
    void abandon();

private:
    void onHeld(util::Result<pmix::LauncherHeld> held);
    void pullThenRelease();
    void askProcTable();
    void onProcTable(util::Result<pmix::QueryReply> reply);
    void noteBreakpoint(const pmix::Event& event);
    void announceLaunch(const std::vector<pmix::ProcInfo>& procs);
    void proceed();
    void fail(util::Error error);

    util::Scheduler& m_scheduler;
    pmix::Tool& m_tool;
    launchers::HoldPoint m_hold;
    util::Duration m_patience;
    Callbacks m_callbacks;
    HoldWatch m_watch;
    pmix::Proc m_launcher;
    std::string m_jobNspace;
    util::RankSet m_ranks;
    bool m_asking = false;
    bool m_announced = false;
    bool m_nearlyTold = false;
    bool m_over = false;
    std::uint32_t m_lastConnected = 0;
    util::Subscription m_nextAsk;
    util::Subscription m_deadline;
};

} // namespace dbgr::session

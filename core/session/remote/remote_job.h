// SPDX-License-Identifier: BSD-3-Clause
// One job behind the backend: its launch, its daemons, its input and output, its end. Everything of it lives on the net
// thread; RemoteBackend carries calls in and events out.
#pragma once

#include "net/event_loop.h"
#include "pmix/tool/tool.h"
#include "session/backend_event.h"
#include "session/launch/attach_spec.h"
#include "session/remote/daemon_fleet.h"
#include "session/remote/job_ending.h"
#include "session/remote/job_io.h"
#include "session/remote/launch_sequence.h"
#include "session/remote/launcher_output.h"
#include "session/remote/launcher_reaper.h"
#include "session/remote/links/pmix_daemons.h"
#include "session/remote/remote_config.h"

#include <functional>
#include <memory>
#include <optional>

namespace dbgr::session {

struct LaunchPlan;

class RemoteJob
{
public:
    using Tell = std::function<void(BackendEvent)>;

    RemoteJob(net::EventLoop& loop, RemoteConfig config, Tell tell);
    ~RemoteJob();

    // As session::Backend has them.
    void launch(LaunchSpec spec);
    void attach(AttachSpec spec);
    void submit(util::RequestId id, debug::EngineCommand command, util::Duration deadline);
    void release(const util::RankSet& ranks);
    void sendInput(util::RequestId id, const util::RankSet& ranks, std::string bytes, bool eof);
    void detach();
    void kill();
    void leave();

private:
    void startLaunch(LaunchPlan plan, LaunchSpec spec);
    [[nodiscard]] util::Result<void> makeTool();
    void onLauncherStarted(pmix::LauncherStarted started);
    void reapOnOurDeath(util::Pid launcher);
    void letLauncherOutliveUs();
    void onSettled(bool held);
    void onEvent(const pmix::Event& event);
    void onJobEnd(const pmix::Event& event);
    void onLauncherExit(net::ExitStatus status);
    [[nodiscard]] util::Error launcherEndedAlone(net::ExitStatus status);
    void failLaunch(util::Error error);
    [[nodiscard]] std::string launcherText();
    [[nodiscard]] int firstSignal() const;
    void signalLauncher(int signal);
    void killAttached();
    void endByForce();
    void onDetached();
    void goWithoutLauncher();
    void dismissDaemons();
    void leaveTool();
    [[nodiscard]] bool launchOver() const { return m_launch && m_launch->over(); }

    net::EventLoop& m_loop;
    RemoteConfig m_config;
    Tell m_tell;
    LaunchSpec m_spec;
    std::string m_command; ///< as typed, for people
    std::unique_ptr<pmix::Tool> m_tool;
    std::optional<LaunchSequence> m_launch;
    std::optional<PmixDaemons> m_daemons;
    std::optional<DaemonFleet> m_fleet;
    std::optional<JobIo> m_io;
    JobEnding m_ending;
    std::optional<LauncherOutput> m_launcherOutput;
    util::UniqueFd m_launcherInput; ///< kept open: the launcher would take its end for the ranks' end of input
    util::Pid m_launcherPid;
    LauncherReaper m_reaper;
    util::Subscription m_events;
    util::RankSet m_ranks;
    util::RankSet m_held;
    bool m_launcherReleased = false;
    bool m_jobEndSeen = false;
    enum class Detach
    {
        No,
        UnderWay,
        Done
    } m_detach = Detach::No;
    bool m_leaveAfterDetach = false;
};

} // namespace dbgr::session

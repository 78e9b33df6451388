// SPDX-License-Identifier: BSD-3-Clause
// A job that we launch through PMIx: PRRTE, Open MPI 5, dbgrun. The launcher is our child and our server; its output
// and input go over PMIx, rank by rank. Thread: net.
#pragma once

#include "launchers/launch_plan.h"
#include "net/event_loop.h"
#include "pmix/tool/tool.h"
#include "session/remote/job_io.h"
#include "session/remote/launch_sequence.h"
#include "session/remote/launcher_output.h"
#include "session/remote/launcher_reaper.h"
#include "session/remote/links/launcher_link.h"
#include "session/remote/links/pmix_daemons.h"
#include "session/remote/orphan_ranks.h"

#include <memory>
#include <optional>
#include <string>

namespace dbgr::session {

class PmixLaunch final : public LauncherLink
{
public:
    /// \param command as typed, for people
    PmixLaunch(net::EventLoop& loop, launchers::LaunchPlan plan, util::Duration patience, std::string command);

    void start(Events events) override;
    [[nodiscard]] bool isOurs() const override { return true; }
    [[nodiscard]] dbgwire::RanksFrom ranksFrom() const override { return dbgwire::RanksFrom::Pmix; }
    [[nodiscard]] DaemonStarter& daemons() override { return *m_daemons; }
    void release(const util::RankSet& ranks, bool all) override;
    void sendInput(util::RequestId id, const util::RankSet& ranks, std::string bytes, bool eof) override;
    void abandonStart() override;
    void killJob() override;
    void signalLauncher(int signal) override;
    [[nodiscard]] int firstSignal() const override;
    void letLive() override;
    void endOrphans(std::function<void()> done) override;
    void leave(bool jobEnded, std::function<void()> done) override;
    [[nodiscard]] util::Error launcherEndedAlone(net::ExitStatus status) override;
    void drainOutput() override;

private:
    void startSequence();
    void onLauncherStarted(pmix::LauncherStarted started);
    void reapOnOurDeath(util::Pid launcher);
    void onLaunched(const JobLaunched& launched);
    void onEvent(const pmix::Event& event);
    void onJobEnd(const pmix::Event& event);
    void onLauncherExit(net::ExitStatus status);
    [[nodiscard]] std::string launcherText();
    /// Why there is no job, where a script hides its launcher.
    [[nodiscard]] util::Error explained(util::Error error) const;
    /// dbgrun, which waits for no settling, nor for a tool that stays until it is left.
    [[nodiscard]] bool isOwnLauncher() const { return m_plan.launcher.family == launchers::LauncherFamily::Dbgrun; }

    net::EventLoop& m_loop;
    launchers::LaunchPlan m_plan;
    util::Duration m_patience;
    std::string m_command;
    Events m_events;
    std::unique_ptr<pmix::Tool> m_tool;
    std::optional<LaunchSequence> m_sequence;
    std::optional<PmixDaemons> m_daemons;
    std::optional<JobIo> m_io;
    std::optional<LauncherOutput> m_output;
    util::UniqueFd m_input; ///< kept open: the launcher would take its end for the ranks' end of input
    util::Pid m_pid;
    LauncherReaper m_reaper;
    util::Subscription m_eventWatch;
    std::string m_launcher; ///< its namespace, as soon as it has connected
    std::optional<OrphanRanks> m_orphans;
    bool m_released = false;
    bool m_launched = false;
};

} // namespace dbgr::session

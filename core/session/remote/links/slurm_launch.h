// SPDX-License-Identifier: BSD-3-Clause
// A job started by Slurm's srun, under our eyes. srun stands before its first instruction while its memory is told that
// it is debugged, and that it shall not wake its tasks; then it runs as always. Slurm starts each task stopped, so all
// of them stand at their first instruction until the debugger lets them run. Nobody traces srun.
//
// Flow: start() -> srun, stopped -> its memory -> it runs -> its table is full -> settled(Exec) -> daemons in a step of
// their own. Thread: net.
#pragma once

#include "launchers/launch_plan.h"
#include "net/event_loop.h"
#include "session/remote/links/launcher_link.h"
#include "session/remote/links/launcher_process.h"
#include "session/remote/links/mpir_watch.h"
#include "session/remote/links/slurm_queue.h"
#include "session/remote/links/slurm_step.h"
#include "session/remote/links/tagged_output.h"
#include "util/lifetime.h"

#include <memory>
#include <optional>
#include <string>

namespace dbgr::session {

class SlurmLaunch final : public LauncherLink
{
public:
    /// \param patience from the job's allocation to its tasks; waiting in Slurm's queue has no limit
    /// \param command as typed
    SlurmLaunch(net::EventLoop& loop, launchers::LaunchPlan plan, util::Duration patience, std::string command);

    void start(Events events) override;
    [[nodiscard]] bool isOurs() const override { return true; }
    [[nodiscard]] dbgwire::RanksFrom ranksFrom() const override { return dbgwire::RanksFrom::Told; }
    [[nodiscard]] DaemonStarter& daemons() override { return *m_daemons; }

    void release(const util::RankSet& ranks, bool all) override;
    void sendInput(util::RequestId id, const util::RankSet& ranks, std::string bytes, bool eof) override;

    void abandonStart() override;
    void killJob() override;
    void signalLauncher(int signal) override;
    [[nodiscard]] int firstSignal() const override;
    void letLive() override;
    void leave(bool jobEnded, std::function<void()> done) override;

    [[nodiscard]] util::Error launcherEndedAlone(net::ExitStatus status) override;
    void drainOutput() override;

private:
    [[nodiscard]] bool holds() const { return m_plan.hold != launchers::HoldPoint::None; }
    [[nodiscard]] util::Result<void> startSrun();
    [[nodiscard]] util::Result<void> prepare();
    void awaitNodes();
    void onTable(const mpir::Proctable& table);
    void onOutput(const OutputBytes& bytes);
    void tellOutput(const std::vector<OutputBytes>& pieces);
    void onExit(net::ExitStatus status);

    net::EventLoop& m_loop;
    launchers::LaunchPlan m_plan;
    const util::Duration m_patience;
    const std::string m_command;
    Events m_events;
    std::unique_ptr<LauncherProcess> m_srun;
    bool m_runs = false; ///< srun stands no more
    bool m_attached = false;
    std::optional<MpirWatch> m_watch;
    std::optional<SlurmQueue> m_queue;
    std::optional<SlurmDaemons> m_daemons;
    TaggedOutput m_output{TagSyntax::Slurm};
    SlurmStep m_step;
    JobLaunched m_job;
    std::unique_ptr<net::ChildProcess> m_waker;
    util::Subscription m_timer;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::session

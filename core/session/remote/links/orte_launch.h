// SPDX-License-Identifier: BSD-3-Clause
// A job that we launch with Open MPI 4: mpirun is our child, and its memory says which ranks there are, while they wait
// at the end of MPI_Init. Nothing speaks PMIx with it: it would crash.
// Flow: mpirun starts -> its table is complete -> launched, settled -> release -> mpirun's exit is the job's end.
// Thread: net.
#pragma once

#include "launchers/launch_plan.h"
#include "net/event_loop.h"
#include "net/foreign_process.h"
#include "session/remote/links/launcher_link.h"
#include "session/remote/links/launcher_process.h"
#include "session/remote/links/orte_daemons.h"
#include "session/remote/links/orte_table.h"
#include "session/remote/links/tagged_output.h"

#include <memory>
#include <optional>
#include <string>

namespace dbgr::session {

class OrteLaunch final : public LauncherLink
{
public:
    /// \param command as typed, for people
    OrteLaunch(net::EventLoop& loop, launchers::LaunchPlan plan, util::Duration patience, std::string command);

    void start(Events events) override;
    [[nodiscard]] bool isOurs() const override { return true; }
    [[nodiscard]] dbgwire::RanksFrom ranksFrom() const override { return dbgwire::RanksFrom::Told; }
    [[nodiscard]] DaemonStarter& daemons() override { return m_daemons; }
    void release(const util::RankSet& ranks, bool all) override;
    void sendInput(util::RequestId id, const util::RankSet& ranks, std::string bytes, bool eof) override;
    void abandonStart() override;
    void killJob() override { signalLauncher(firstSignal()); }
    void signalLauncher(int signal) override;
    void letLive() override;
    void leave(bool jobEnded, std::function<void()> done) override;
    [[nodiscard]] util::Error launcherEndedAlone(net::ExitStatus status) override;
    void drainOutput() override;

private:
    void startLauncher();
    void onMpirun(util::Pid pid);
    void onTable(const mpir::Proctable& table);
    void onOutput(const OutputBytes& read);
    void onExit(net::ExitStatus status);
    /// mpirun ended before we had all ranks. \return whether its job had begun
    [[nodiscard]] bool tellEarlyEnd(net::ExitStatus status);
    [[nodiscard]] std::string launcherText();

    net::EventLoop& m_loop;
    const launchers::LaunchPlan m_plan;
    const util::Duration m_patience;
    const std::string m_command;
    Events m_events;
    TaggedOutput m_tags{TagSyntax::Orte};
    OrteDaemons m_daemons;
    std::unique_ptr<LauncherProcess> m_process;
    std::optional<OrteTable> m_table;
    std::optional<net::ForeignProcess> m_mpirun; ///< where it is not what we started
    util::RankSet m_ranks;                       ///< empty until launched
    bool m_rankWrote = false;
    bool m_held = false;
    bool m_abandoned = false;
    util::Subscription m_next; ///< the start, or the end of patience
};

} // namespace dbgr::session

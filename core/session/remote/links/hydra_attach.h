// SPDX-License-Identifier: BSD-3-Clause
// A job that somebody started by hydra's mpiexec (MPICH, MVAPICH, Intel MPI). Hydra tells debuggers nothing, so its
// ranks are found as the processes below it whose environment says which ranks they are; nobody is disturbed. Ranks on
// other hosts cannot be seen so. Its output and input stay where they are.
// Flow: start() -> the process tree, until all ranks are there or no more come -> settled(nothing held) -> a daemon of
// this node. Thread: net.
#pragma once

#include "jobs/rank_processes.h"
#include "net/event_loop.h"
#include "net/foreign_process.h"
#include "session/remote/links/launcher_link.h"
#include "session/remote/links/running_launcher.h"
#include "session/remote/local_daemon.h"
#include "util/lifetime.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::session {

class HydraAttach final : public LauncherLink
{
public:
    static constexpr std::chrono::milliseconds kLookAgain{100};
    /// A job that has just begun: if no more ranks appear for so long, the others are elsewhere.
    static constexpr std::chrono::seconds kLastRankAfter{2};

    HydraAttach(net::EventLoop& loop, RunningLauncherProcess launcher);

    void start(Events events) override;
    [[nodiscard]] dbgwire::RanksFrom ranksFrom() const override { return dbgwire::RanksFrom::Told; }
    [[nodiscard]] DaemonStarter& daemons() override { return m_daemon; }
    void sendInput(util::RequestId id, const util::RankSet& ranks, std::string bytes, bool eof) override;

    void abandonStart() override;
    void killJob() override;
    void leave(bool jobEnded, std::function<void()> done) override;

private:
    [[nodiscard]] util::Result<void> watchLauncher();
    void look();
    void onRanks(const std::vector<jobs::RankProcess>& ranks, std::uint32_t jobSize);
    void onEnded();
    [[nodiscard]] std::string command() const;

    net::EventLoop& m_loop;
    const RunningLauncherProcess m_launcher;
    Events m_events;
    LocalDaemon m_daemon;
    std::optional<net::ForeignProcess> m_process; ///< the launcher; once it was found
    util::Subscription m_again;
    util::TimePoint m_lastNews{};
    std::size_t m_seen = 0;
    bool m_launched = false;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::session

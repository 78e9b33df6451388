// SPDX-License-Identifier: BSD-3-Clause
// A job that somebody started by hydra's mpiexec (MPICH, MVAPICH, Intel MPI). Hydra tells debuggers nothing: on each of
// its nodes a daemon finds the ranks as the processes below mpiexec, or its proxy, whose environment says which ranks
// they are. On which other nodes there are proxies is read from the commands by which mpiexec reaches them; nobody is
// disturbed. Its output and input stay where they are.
// Flow: start() -> the process tree, until it shows where ranks are -> a daemon on each of these nodes ->
// onRanksFound() until all ranks are there, or no more come -> launched, settled(nothing held). Thread: net.
#pragma once

#include "jobs/hydra_proxies.h"
#include "jobs/rank_processes.h"
#include "net/event_loop.h"
#include "net/foreign_process.h"
#include "session/remote/links/hydra_daemons.h"
#include "session/remote/links/launcher_link.h"
#include "session/remote/links/running_launcher.h"
#include "util/lifetime.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace dbgr::session {

class HydraAttach final : public LauncherLink
{
public:
    static constexpr std::chrono::milliseconds kLookAgain{100};
    /// A job that has just begun: if no more ranks appear for so long, there are no more.
    static constexpr std::chrono::seconds kLastRankAfter{2};
    /// Until a daemon has called from each node.
    static constexpr std::chrono::seconds kNodesMayTake{30};

    /// A second mpiexec has its commands for all nodes after this; those that have ended by then reach nothing.
    static constexpr std::chrono::seconds kCommandsMayTake{6};

    HydraAttach(net::EventLoop& loop, RunningLauncherProcess launcher);

    void start(Events events) override;
    [[nodiscard]] dbgwire::RanksFrom ranksFrom() const override { return dbgwire::RanksFrom::Hydra; }
    [[nodiscard]] DaemonStarter& daemons() override { return m_daemons; }
    void onRanksFound(const std::string& host, const debug::RanksFound& found) override;
    void sendInput(util::RequestId id, const util::RankSet& ranks, std::string bytes, bool eof) override;

    void abandonStart() override;
    void killJob() override;
    void leave(bool jobEnded, std::function<void()> done) override;

private:
    [[nodiscard]] util::Result<void> watchLauncher();
    void look();
    void startDaemons(bool here);
    void onStartFailed(util::Error error, bool here);
    void lookAtCommands(bool again);
    void onNoMoreRanks();
    void onEnded();
    [[nodiscard]] util::Error ranksMissing();
    [[nodiscard]] std::string command() const;

    net::EventLoop& m_loop;
    const RunningLauncherProcess m_launcher;
    Events m_events;
    HydraDaemons m_daemons;
    std::optional<net::ForeignProcess> m_process; ///< the launcher; once it was found
    std::size_t m_seen = 0;                       ///< ranks on this node
    util::TimePoint m_lastNews{};
    std::vector<jobs::HydraProxy> m_elsewhere; ///< those that can be reached
    bool m_unreadable = false;                 ///< there are others
    std::size_t m_nodes = 0;                   ///< whose daemons are awaited
    std::set<std::string> m_called;
    std::optional<util::Error> m_startFailed;
    bool m_incomplete = false; ///< from some nodes nobody has called
    std::map<util::Rank, RankPlace> m_places;
    std::uint32_t m_jobSize = 0; ///< 0 unknown
    bool m_over = false;         ///< no rank is awaited any more
    bool m_launched = false;
    util::Subscription m_again;
    util::Subscription m_patience;
    util::Subscription m_lastRank;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::session

// SPDX-License-Identifier: BSD-3-Clause
// A job that we launch with dbgr-exec in front of every rank: MPICH's hydra, Intel MPI, and any launcher with which the
// user wrote it so. The launcher is only our child; what is to be known of the job, each node's daemon tells, which
// dbgr-exec started there.
//
// Flow: start() -> launcher, with the orders for dbgr-exec in its environment -> daemons call -> onRanksFound() until
// all ranks are there, which takes as long as scripts of the user need to start them -> launched, settled(Exec).
// Thread: net.
#pragma once

#include "launchers/launch_plan.h"
#include "net/event_loop.h"
#include "session/remote/links/agent_daemons.h"
#include "session/remote/links/launcher_link.h"
#include "session/remote/links/launcher_process.h"
#include "session/remote/links/slurm_queue.h"
#include "session/remote/links/tagged_output.h"
#include "util/lifetime.h"
#include "util/rank_set.h"
#include "util/unique_fd.h"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace dbgr::session {

class AgentLink final : public LauncherLink
{
public:
    /// A launcher that tells nobody how many ranks its job has: no more are awaited when none came for so long.
    static constexpr std::chrono::seconds kLastRankAfter{3};

    /// The launcher has ended and ranks have run, but no daemon has told of them: how long one may still take to.
    static constexpr std::chrono::seconds kLastCallsMayTake{2};

    /// \param patience from the start to the last rank \param command as typed
    AgentLink(net::EventLoop& loop, launchers::LaunchPlan plan, util::Duration patience, std::string command);

    void start(Events events) override;
    [[nodiscard]] bool isOurs() const override { return true; }
    [[nodiscard]] dbgwire::RanksFrom ranksFrom() const override { return dbgwire::RanksFrom::Agents; }
    [[nodiscard]] DaemonStarter& daemons() override { return m_daemons; }
    void onRanksFound(const std::string& host, const debug::RanksFound& found) override;
    void onDaemonLost(const std::string& host, const std::string& why) override;

    void sendInput(util::RequestId id, const util::RankSet& ranks, std::string bytes, bool eof) override;

    void abandonStart() override;
    void killJob() override;
    void signalLauncher(int signal) override;
    void letLive() override;
    void leave(bool jobEnded, std::function<void()> done) override;

    [[nodiscard]] util::Error launcherEndedAlone(net::ExitStatus status) override;
    void drainOutput() override;

private:
    [[nodiscard]] util::Result<void> startLauncher();
    [[nodiscard]] util::Result<void> giveOrders();
    [[nodiscard]] util::Result<void> giveChangedFile();
    void awaitRanks();
    void cancelDeadline();
    [[nodiscard]] bool holds() const { return m_plan.hold != launchers::HoldPoint::None; }
    [[nodiscard]] std::vector<RankPlace> places() const;
    void onAllRanks();
    void tellPrograms();
    void onPatienceOver();
    void onOutput(const OutputBytes& bytes);
    void tellOutput(const std::vector<OutputBytes>& pieces);
    void onExit(net::ExitStatus status);
    [[nodiscard]] bool mayStillCall() const;
    void tellExit();

    net::EventLoop& m_loop;
    launchers::LaunchPlan m_plan;
    const util::Duration m_patience;
    const std::string m_command;
    Events m_events;
    AgentDaemons m_daemons;
    util::UniqueFd m_changedFile; ///< which the launcher reads
    std::unique_ptr<LauncherProcess> m_launcher;
    std::optional<SlurmQueue> m_queue;
    std::optional<TaggedOutput> m_output; ///< nothing: no tags, all is the launcher's
    std::string m_session;
    std::map<util::Rank, RankPlace> m_places;
    std::uint32_t m_jobSize = 0; ///< 0 unknown
    util::RankSet m_starters;    ///< called, and are there to start others: scripts above all
    util::RankSet m_starting;    ///< of these, whose program has not come
    std::set<std::string> m_starterNames;
    bool m_onlyScripts = false; ///< that have ended: there is nothing to debug
    bool m_unwatched = false;   ///< nobody looks any more for what they start
    bool m_launched = false;
    bool m_rankWrote = false;
    std::optional<net::ExitStatus> m_exit; ///< of the launcher
    bool m_over = false;                   ///< no rank is awaited any more
    util::Subscription m_deadline;
    util::Subscription m_lastRank;
    util::Subscription m_lastCalls;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::session

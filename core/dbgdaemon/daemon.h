// SPDX-License-Identifier: BSD-3-Clause
// dbgd as a whole: who is started in which order, and how it ends. Thread: net.
#pragma once

#include "dbgdaemon/bootstrap/daemon_environment.h"
#include "dbgdaemon/bootstrap/local_rank_source.h"
#include "dbgdaemon/engine/process/process_engine.h"
#include "dbgdaemon/engine/rank_holder.h"
#include "dbgdaemon/front_end_link.h"
#include "dbgdaemon/helper_programs.h"
#include "dbgdaemon/rank_programs.h"
#include "dbgdaemon/rank_service.h"
#include "net/event_loop.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::daemon {

struct DaemonConfig
{
    DaemonEnvironment environment;
    std::unique_ptr<LocalRankSource> ranks;
    util::Result<HelperPrograms> programs;
};

/// Flow: start() -> keeper and engine -> who are my ranks -> front end -> its hello -> its order -> attach -> serve
///       -> the front end is gone, or the ranks are, or a signal -> let go of all ranks -> keeper ends -> the source of
///       ranks is left -> ended.
/// The order may take any time. What keeps us from working is told when it comes, as AttachFailed.
class Daemon
{
public:
    Daemon(net::EventLoop& loop, DaemonConfig config);
    ~Daemon();

    void start(std::function<void()> ended);
    /// A signal is about to end this process: the last word to the front end.
    void sayDying(int signal);

    /// The front end closes the connection when all ranks are gone; if it does not, we do. No longer, since the
    /// launcher does not end while its daemons live.
    static constexpr std::chrono::milliseconds kLinger{500};
    /// For what a daemon before us left behind to let go of the ranks.
    static constexpr std::chrono::seconds kLeftoversMayTake{10};
    static constexpr std::chrono::milliseconds kLookAgain{50};
    /// For the whole of the end; then the keeper does what is left.
    static constexpr std::chrono::seconds kEndLimit{25};

private:
    void prepare();
    void findRanks();
    void onRanks(util::Result<LocalJob> job);
    void onLaterRanks(debug::RanksFound found);
    void onOrder(debug::AttachOrder order);
    void onCommand(util::RequestId id, debug::EngineCommand command, CommandRouter::Respond respond);
    void attachWhenFree(const std::vector<debug::LocalProcess>& processes, util::TimePoint limit);
    void attach(const std::vector<debug::LocalProcess>& processes);
    [[nodiscard]] std::optional<util::Error> whyNotAttached(util::Rank rank, util::Pid pid);
    void tell(const debug::DaemonEvent& event);
    void tellProblem(const util::RankSet& ranks);
    void endLater(util::Duration delay, const char* why);
    void end(const std::string& why);
    void endHolder();
    void leaveSource();
    void finish();

    net::EventLoop& m_loop;
    DaemonConfig m_config;
    std::function<void()> m_ended;
    std::string m_host;
    LocalJob m_job;
    std::optional<debug::RanksFound> m_later; // those of the job that came after the others
    std::optional<debug::AttachOrder> m_order;
    util::RankSet m_chosen;               // ranks to attach to, by that order
    util::RankSet m_others;               // of those, the ones that another debugger holds
    std::optional<util::Error> m_problem; // why we cannot serve
    bool m_ending = false;

    RankPrograms m_programs{""};
    std::unique_ptr<RankHolder> m_holder;
    std::unique_ptr<Engine> m_engine;
    std::unique_ptr<RankService> m_service;
    std::unique_ptr<FrontEndLink> m_link;
    std::vector<util::Subscription> m_signals;
    util::Subscription m_endTimer;
    util::Subscription m_leftovers;
};

} // namespace dbgr::daemon

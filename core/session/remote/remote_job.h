// SPDX-License-Identifier: BSD-3-Clause
// One job behind the backend, whichever way it is reached: its link (the launcher), its daemons, its end. Everything of
// it lives on the net thread; RemoteBackend carries calls in and events out.
#pragma once

#include "launchers/attach_spec.h"
#include "net/event_loop.h"
#include "session/backend_event.h"
#include "session/remote/daemon_fleet.h"
#include "session/remote/job_ending.h"
#include "session/remote/links/launcher_link.h"
#include "session/remote/remote_config.h"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>

namespace dbgr::session {

class RemoteJob
{
public:
    using Tell = std::function<void(BackendEvent)>;

    RemoteJob(net::EventLoop& loop, RemoteConfig config, Tell tell);
    ~RemoteJob();

    // As session::Backend has them.
    void launch(launchers::LaunchSpec spec);
    void attach(launchers::AttachSpec spec);
    void attachAgain();
    void submit(util::RequestId id, const debug::EngineCommand& command, util::Duration deadline);
    void cancel(util::RequestId id);
    void release(const util::RankSet& ranks);
    void sendInput(util::RequestId id, const util::RankSet& ranks, std::string bytes, bool eof);
    void detach();
    void kill();
    void leave();

private:
    /// For ranks to be ended whose launcher has gone: a daemon that takes longer is gone as well.
    static constexpr std::chrono::seconds kLastAnswerMayTake{3};
    /// For a rank to read its input: as long as it takes. A daemon that is gone is noticed.
    static constexpr std::chrono::hours kReadingMayTake{24 * 365};
    /// Input does not wait longer for a daemon that does not answer.
    static constexpr std::chrono::seconds kLookMayTake{2};
    /// For a launcher that is not ours to say that its job has ended, once that was asked for.
    static constexpr std::chrono::seconds kKillMayTake{10};

    void begin(std::unique_ptr<LauncherLink> link);
    void onFleetNews(BackendEvent event);
    [[nodiscard]] util::RankSet ranksLeft(const BackendEvent& event) const;
    void checkInput(const util::RankSet& ranks, std::function<void(util::Result<void>)> done);
    void giveInput(const util::RankSet& ranks, std::string bytes, bool eof,
                   std::function<void(util::Result<void>)> done);
    void onLaunched(const JobLaunched& launched);
    void onSettled(std::optional<launchers::HoldPoint> held);
    void startDaemons();
    void onJobEnded(JobEnded ended);
    void onEndedEarly(JobEnded ended, util::Error why);
    void onLauncherExit(net::ExitStatus status);
    void fail(util::Error error);
    [[nodiscard]] util::Error launcherEndedAlone(net::ExitStatus status);
    void killAttached(util::Duration limit, std::function<void(const util::RankSet& unanswered)> done);
    void onDetached();
    void dismissDaemons();
    void leaveLink();
    [[nodiscard]] bool isOurs() const { return m_link && m_link->isOurs(); }

    net::EventLoop& m_loop;
    RemoteConfig m_config;
    Tell m_tell;
    std::unique_ptr<LauncherLink> m_link;
    std::optional<DaemonFleet> m_fleet;
    std::map<util::RequestId, util::RequestId> m_asked; ///< the session's number of a command, and the fleet's
    JobEnding m_ending;
    std::optional<util::RankSet> m_only; ///< the ranks that are to be attached to; nothing: all
    bool m_keepRunning = false;          ///< and do not stand then
    JobLaunched m_launched;
    util::RankSet m_ranks;
    util::RankSet m_held;
    util::RankSet m_atExec; ///< stand before their first instruction, though the hold was to be elsewhere
    util::RankSet m_lost;   ///< by their daemon, or by what it held them with
    bool m_killing = false;
    bool m_daemonsStarted = false;
    bool m_settled = false;
    bool m_jobEndSeen = false;
    util::RankSet m_left;   ///< let go by daemons that were not asked to
    util::RankSet m_silent; ///< whose daemons did not answer when their launcher had gone
    enum class Detach
    {
        No,
        UnderWay,
        Done
    } m_detach = Detach::No;
    bool m_leaveAfterDetach = false;
    util::Subscription m_killLimit;
};

} // namespace dbgr::session

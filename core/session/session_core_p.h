// SPDX-License-Identifier: BSD-3-Clause
// The inside of a session: its stores, and the few steps that commands and events share. session.h is the way in for
// faces; SessionEvents feeds it what the backend says. Thread: the session's.
#pragma once

#include "session/answer.h"
#include "session/backend.h"
#include "session/breakpoint_desk.h"
#include "session/breakpoint_store.h"
#include "session/focus.h"
#include "session/input_output.h"
#include "session/life.h"
#include "session/line_follower.h"
#include "session/process_table.h"
#include "session/publisher.h"
#include "session/rank_commands.h"
#include "session/rank_groups.h"
#include "session/rank_settings.h"
#include "session/request_book.h"
#include "session/session_state.h"
#include "session/settle_watch.h"
#include "session/step_groups.h"
#include "session/stop_herald.h"
#include "session/trace_store.h"
#include "util/scheduler.h"

#include <memory>
#include <optional>
#include <utility>

namespace dbgr::session {

class SessionCore : public std::enable_shared_from_this<SessionCore>
{
public:
    SessionCore(util::Scheduler& inScheduler, std::unique_ptr<Backend> inBackend);

    [[nodiscard]] SessionState state() const;
    [[nodiscard]] std::optional<util::Rank> leadingRank() const { return focus.leader(processes.standing()); }
    /// Ranks of which something is still to come; all that anyone can name, as long as there is no job.
    [[nodiscard]] util::RankSet unsettled() const;

    /// Forgets the job before, if there was one.
    void beginJob(launchers::LaunchSpec spec, std::optional<launchers::AttachSpec> attach = {});

    /// Tells the observers, then those who wait for ranks to settle.
    void publish();
    /// The same, soon and not inside this call: for changes that a face made.
    void publishSoon();

    /// By the user's will, or waiting at a barrier.
    [[nodiscard]] util::RankSet onHold() const;
    void tellHold(const util::RankSet& ranks, bool on);
    void tellGiven(GivenCommand command);
    void release(const util::RankSet& ranks);

    util::Scheduler& scheduler;
    std::unique_ptr<Backend> backend;
    Life life;
    ProcessTable processes;
    RankGroups groups{processes};
    BreakpointStore breakpoints;
    LineFollower lines;
    TraceStore traces;
    Focus focus;
    RequestBook requests;
    SettleWatch settle;
    Publisher publisher;
    std::uint64_t lastChange = 0;                ///< number of the last assign()
    std::optional<util::BreakpointId> actingFor; ///< whose commands are being done
    RankCommands commands{{scheduler, *backend, life, processes, requests, publisher, [this] { publishSoon(); }}};
    StepGroups together{{commands, publisher, [this] { publishSoon(); }}};
    RankSettings settings{{life, processes, breakpoints, commands}};
    BreakpointDesk desk{{life, processes, breakpoints, lines, traces, commands, publisher,
                         [this](GivenCommand command) { tellGiven(std::move(command)); }, [this] { publishSoon(); }}};
    StopHerald stops{{scheduler, breakpoints, processes, publisher, [this] { publish(); }}};
    InputOutput io{{scheduler, *backend, requests, publisher, [this] { publishSoon(); }, [this] { publish(); }}};

private:
    [[nodiscard]] SessionState stateOfRanks() const;

    SessionState m_toldState = SessionState::Idle;
    std::optional<util::Rank> m_toldLeader;
    bool m_publishPosted = false;
};

} // namespace dbgr::session

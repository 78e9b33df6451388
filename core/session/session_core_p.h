// SPDX-License-Identifier: BSD-3-Clause
// The inside of a session: its stores, and the few steps that commands and events share. session.h is the way in for
// faces; SessionEvents feeds it what the backend says. Thread: the session's.
#pragma once

#include "session/answer.h"
#include "session/backend.h"
#include "session/breakpoint_store.h"
#include "session/float_trap_table.h"
#include "session/focus.h"
#include "session/life.h"
#include "session/line_follower.h"
#include "session/output_store.h"
#include "session/process_table.h"
#include "session/publisher.h"
#include "session/rank_commands.h"
#include "session/rank_groups.h"
#include "session/request_book.h"
#include "session/session_state.h"
#include "session/settle_watch.h"
#include "session/signal_table.h"
#include "session/stdin_router.h"
#include "session/step_groups.h"
#include "session/trace_store.h"
#include "util/scheduler.h"
#include "util/subscription.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::session {

class SessionCore : public std::enable_shared_from_this<SessionCore>
{
public:
    static constexpr std::chrono::seconds kInputLimit{30};
    /// Text without a line end is shown when nothing followed for this long (or up to twice): it is a prompt.
    static constexpr std::chrono::milliseconds kTailDelay{100};

    /// A breakpoint's condition is looked at in one rank after the other: stops by it that are no further apart than
    /// this are told as one, and none later than the second of the two.
    static constexpr std::chrono::milliseconds kBetweenStops{100};
    static constexpr std::chrono::milliseconds kStopIsLate{400};

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

    /// Tells those of `reachable` of a breakpoint for whom it still is. One that is new is taken back if no rank can
    /// have such a place, or if another one stands there.
    struct Sending
    {
        bool isNew = false;
        bool ignoreAnew = false; ///< BreakpointSpec::ignore counts from here on
        FrameChoice frame = {};  ///< of data
        bool isChange = false;   ///< of its condition: it is what it was, if a rank refuses it
    };
    void sendBreakpoint(const Breakpoint& breakpoint, const util::RankSet& reachable, const Sending& how);
    /// What ranks that have just been attached to are to have: all breakpoints, rules for signals, traps.
    void sendSettings(const util::RankSet& ranks);
    void sendSignal(const debug::SignalRule& rule, const util::RankSet& ranks);
    void sendFloatTraps(const util::RankSet& ranks, util::FloatTraps traps);
    /// Sets it where it is wanted, removes it else.
    void sendReportCatch(const util::RankSet& ranks);
    /// \errors as Session::addBreakpoint() \param mayWait there is no job, and one may come
    [[nodiscard]] util::Result<void> checkNewBreakpoint(const debug::BreakpointSpec& spec, bool mayWait) const;
    /// One that was added just now. \return its id
    util::BreakpointId beginBreakpoint(util::BreakpointId id, const FrameChoice& frame = {});
    /// It is known what the ranks of the job execute: breakpoints go where their lines went.
    void followLines();
    /// Ranks have said where it stands: what is written there is kept.
    void rememberLine(util::BreakpointId id);
    /// Tells everybody that a breakpoint is gone.
    void forgetBreakpoint(const Breakpoint& removed);
    /// Ranks have stopped at these: temporary ones are no longer for them.
    void passBreakpoints(const std::vector<util::BreakpointId>& ids, const util::RankSet& ranks);
    /// Removes the temporary breakpoints at which nobody will stop any more.
    void dropPassedBreakpoints();
    /// By the user's will, or waiting at a barrier.
    [[nodiscard]] util::RankSet onHold() const;
    void tellHold(const util::RankSet& ranks, bool on);
    /// Tells of barriers to which all have come that can.
    void tellGathered();
    void tellGiven(GivenCommand command);
    void tellBreakpoint(BreakpointUpdated event);
    std::optional<util::BreakpointId> actingFor; ///< whose commands are being done
    void release(const util::RankSet& ranks);
    /// Tells of a stop: at once, or with others by the same condition.
    void tellStop(debug::StopGroup stop);

    void sendReadyInput();
    void tellInputDone(std::vector<StdinRouter::Done> done);
    void tellTails(std::vector<OutputStore::Tail> tails);
    /// Looks every kTailDelay for text that is not continued, as long as there is any without a line end.
    void watchTails();

    util::Scheduler& scheduler;
    std::unique_ptr<Backend> backend;
    Life life;
    ProcessTable processes;
    RankGroups groups{processes};
    BreakpointStore breakpoints;
    LineFollower lines;
    TraceStore traces;
    SignalTable signalRules;
    FloatTrapTable floatTraps;
    bool catchReports = true;
    Focus focus;
    OutputStore output;
    StdinRouter input{Backend::kMaxInputBytes};
    RequestBook requests;
    SettleWatch settle;
    Publisher publisher;
    std::uint64_t lastChange = 0; ///< number of the last assign()
    RankCommands commands{{scheduler, *backend, life, processes, requests, publisher, [this] { publishSoon(); }}};
    StepGroups together{{commands, publisher, [this] { publishSoon(); }}};

private:
    void sendSetting(const debug::EngineRequest& setting, const util::RankSet& ranks, std::string what);
    [[nodiscard]] SessionState stateOfRanks() const;
    [[nodiscard]] LineFollower::Outcome followLine(util::BreakpointId id);
    void tellFollowed(LineFollower::Outcome outcome);
    void takeBack(util::BreakpointId id);
    /// Ranks have refused its condition. \return whether there is no more to do with their reply
    [[nodiscard]] bool endRefused(util::BreakpointId id, const debug::BreakpointSpec& asked,
                                  const std::vector<debug::RankFailure>& failures, const Sending& how);
    void removeFrom(const util::RankSet& ranks, util::BreakpointId id);
    [[nodiscard]] bool hasCondition(const debug::StopCause& cause) const;

    /// What is caught may be wanted by a breakpoint of the user's now, or by none any more.
    void followReportCatch();

    bool m_isReportCatchTold = false;
    SessionState m_toldState = SessionState::Idle;
    std::optional<util::Rank> m_toldLeader;
    bool m_publishPosted = false;
    util::Subscription m_tailTimer;
    util::Subscription m_stopTimer;
    util::TimePoint m_stopHeldSince{};
};

} // namespace dbgr::session

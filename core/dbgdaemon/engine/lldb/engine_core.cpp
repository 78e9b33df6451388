// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/engine_core.h"

#include "dbgdaemon/engine/farewell.h"
#include "dbgdaemon/engine/lldb/attach.h"
#include "dbgdaemon/engine/lldb/exit_report.h"
#include "dbgdaemon/engine/lldb/expressions.h"
#include "dbgdaemon/engine/lldb/lldb_errors.h"
#include "dbgdaemon/engine/lldb/request_runner.h"
#include "dbgdaemon/engine/lldb/run_control.h"
#include "dbgdaemon/engine/lldb/signals.h"
#include "dbgdaemon/engine/lldb/stop_reason.h"
#include "dbgdaemon/engine/lldb/stop_report.h"
#include "dbgdaemon/engine/lldb/team_control.h"
#include "dbgdaemon/engine/no_debug_info.h"
#include "dbgdaemon/engine/stop_rule.h"
#include "debug/debug_error.h"
#include "util/log.h"

#include <lldb/API/LLDB.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <optional>
#include <utility>
#include <variant>

namespace dbgr::daemon {

namespace {

RankPhase phaseOf(const LldbSession& session)
{
    switch (session.state()) {
    case LldbSession::State::Attaching:
        return RankPhase::Attaching;
    case LldbSession::State::Stopped:
        return RankPhase::Stopped;
    default:
        return RankPhase::Running;
    }
}

StopAsked askedOf(const LldbSession& session)
{
    return session.farewell         ? StopAsked::Farewell
           : session.interruptAsked ? StopAsked::Interrupt
           : session.glancing       ? StopAsked::Glance
                                    : StopAsked::Nothing;
}

StopKind kindOf(LldbSession& session)
{
    if (session.glancing && isBareStop(session))
        return StopKind::Bare;
    return isInternalStop(session) ? StopKind::Internal : StopKind::News;
}

/// Often enough that no ring is full before, and too seldom to be seen in the processor's time.
constexpr util::Duration kLogMoment = std::chrono::milliseconds(20);

util::Error lostRecords(std::size_t count)
{
    return {debug::make_error_code(debug::Errc::EngineFailed),
            "telling what tracepoints have logged: at least " + std::to_string(count) +
                " of the latest records are lost with the debug engine that was to tell them",
            {}};
}

bool concernsPlaces(lldb::BreakpointEventType type)
{
    return (type & (lldb::eBreakpointEventTypeLocationsAdded | lldb::eBreakpointEventTypeLocationsRemoved |
                    lldb::eBreakpointEventTypeLocationsResolved)) != 0;
}

} // namespace

EngineCore::EngineCore(lldb::SBDebugger debugger, lldb::SBListener& listener, EngineSink outlet, Later later)
    : m_debugger(debugger), m_listener(listener), m_outlet(std::move(outlet)), m_later(std::move(later))
{}

void EngineCore::attach(AttachTarget target)
{
    const util::Rank rank = target.rank;
    auto session = connect(m_debugger, m_listener, std::move(target));
    if (session)
        m_sessions.insert_or_assign(rank, *std::move(session)); // its first stop is on its way
    else
        m_outlet.onEvent(RankAttachFailed{rank, std::move(session).error()});
}

void EngineCore::openCores(std::vector<AttachTarget> targets)
{
    std::vector<EngineEvent> news;
    for (AttachTarget& target : targets) {
        const util::Rank rank = target.rank;
        auto opened = openCore(m_debugger, std::move(target));
        if (!opened) {
            news.emplace_back(RankAttachFailed{rank, std::move(opened).error()});
            continue;
        }
        LldbSession& session = *m_sessions.insert_or_assign(rank, *std::move(opened)).first->second;
        session.noteStopped();
        news.emplace_back(reportNewRank(session));
        news.emplace_back(reportCore(session));
    }
    for (EngineEvent& event : news)
        m_outlet.onEvent(std::move(event));
    for (const auto& [rank, session] : m_sessions)
        warnOf(*session, reportNewRank(*session).executable);
}

void EngineCore::onLldbEvent(const lldb::SBEvent& event)
{
    if (lldb::SBProcess::EventIsProcessEvent(event))
        onProcessEvent(event);
    else if (lldb::SBBreakpoint::EventIsBreakpointEvent(event))
        onBreakpointEvent(event);
    else if (lldb::SBTarget::EventIsTargetEvent(event))
        onModulesEvent(event);
}

void EngineCore::onModulesEvent(const lldb::SBEvent& event)
{
    if (LldbSession* const session = find(lldb::SBTarget::GetTargetFromEvent(event).GetProcess()))
        session->noteModules();
}

void EngineCore::onProcessEvent(const lldb::SBEvent& event)
{
    LldbSession* session = find(lldb::SBProcess::GetProcessFromEvent(event));
    if (!session || !(event.GetType() & lldb::SBProcess::eBroadcastBitStateChanged))
        return;
    switch (lldb::SBProcess::GetStateFromEvent(event)) {
    case lldb::eStateStopped:
    case lldb::eStateCrashed:
    case lldb::eStateSuspended:
        tellLogged(*session, lldb::SBProcess::GetRestartedFromEvent(event) ? TracedPlaces::When::Runs
                                                                           : TracedPlaces::When::Stands);
        tellSeen(*session);
        if (!lldb::SBProcess::GetRestartedFromEvent(event))
            onStopped(*session, session->interruptAsked || lldb::SBProcess::GetInterruptedFromEvent(event));
        break;
    case lldb::eStateExited:
        onEnded(*session);
        break;
    default: // running and the like: known from what we asked for
        break;
    }
}

void EngineCore::onStopped(LldbSession& session, bool interrupted)
{
    session.takeBackStand();
    const StopAsked asked = askedOf(session);
    const RankPhase phase = phaseOf(session);
    const StopKind kind = dependsOnKind(phase, asked) ? kindOf(session) : StopKind::News;
    if (phase == RankPhase::Running) {
        session.glancing = false;
        for (const std::uint64_t address : formerBreakpointsMet(session))
            takeOutStrayTrap(session, address); // else it would meet it for ever
    }
    const StopAction action = actionFor(phase, asked, kind);
    // A team may have lost a wish to stand by it, and LLDB a step that ended just here: it is led on from it.
    const bool isPassedByTeam = action == StopAction::PassOver && session.team;
    if (isPassedByTeam) {
        session.team->standAsked = true;
        tellLogged(session, TracedPlaces::When::Stands);
        tellEndedScopes(session);
    }
    switch (isPassedByTeam ? StopAction::Tell : action) {
    case StopAction::Ignore:
        return;
    case StopAction::TakeLeave:
        session.noteStopped();
        return sayFarewell(session);
    case StopAction::TellAttached:
        return onAttached(session);
    case StopAction::PassOver:
        tellLogged(session, TracedPlaces::When::Stands);
        tellEndedScopes(session);
        return passOver(session);
    case StopAction::Tell:
        if (asked != StopAsked::Interrupt && endsInSignalReturn(session) && leaveHandler(session))
            return; // where it cannot go on, it stands
        if (asked != StopAsked::Interrupt && hasStepsLeft(session) && stepOn(session))
            return; // where it cannot go on, it stands
        noteEnds(session);
        if (asked != StopAsked::Interrupt && goesOnTogether(session))
            return watchTeam(session);
        session.noteStopped();
        debug::StopEvent stop = reportStop(session, interrupted);
        tellLogged(session, TracedPlaces::When::Stands);
        tellHits(session);
        endRunTo(session);
        if (stop.cause.reason == debug::StopReason::Exec) {
            session.noteModules();
            session.breakpoints().forgetAllPrograms();
            session.watches().endAll();
            session.holds().forget();
            session.team.reset();
            stop.cause.frozen = 0;
        }
        tellEndedScopes(session);
        checkConditions(session, stop);
        return m_outlet.onEvent(std::move(stop));
    }
}

void EngineCore::watchTeam(LldbSession& session)
{
    if (const auto turn = beginToWatch(session))
        m_later(kTeamMoment, [rank = session.rank(), turn = *turn](EngineCore& core) { core.lookAtTeam(rank, turn); });
}

void EngineCore::lookAtTeam(util::Rank rank, std::uint64_t turn)
{
    const auto found = m_sessions.find(rank);
    if (found != m_sessions.end() && isToBeWatched(*found->second, turn))
        m_later(kTeamMoment, [rank, turn](EngineCore& core) { core.lookAtTeam(rank, turn); });
}

void EngineCore::onAttached(LldbSession& session)
{
    setUsualRules(session.process());
    session.settleLoads();
    session.noteStopped();
    debug::AttachedRank attached = reportNewRank(session);
    const std::string executable = attached.executable;
    m_outlet.onEvent(std::move(attached));
    m_outlet.onEvent(session.isAgain() ? reportStop(session, true) : reportAttached(session));
    warnOf(session, executable);
}

void EngineCore::warnOf(LldbSession& session, const std::string& executable)
{
    if (m_programs.insert(executable).second && !hasLines(session))
        m_outlet.onEvent(debug::RankWarning{util::RankSet(session.rank()), noDebugInfo(executable)});
}

void EngineCore::onEnded(LldbSession& session)
{
    std::visit([&](auto end) { gone(session, std::move(end)); }, reportEnd(session));
}

void EngineCore::checkConditions(LldbSession& session, debug::StopEvent& stop)
{
    for (const util::BreakpointId id : stop.cause.breakpoints) {
        const std::optional<std::string> condition = session.breakpoints().takeUnchecked(id);
        if (!condition)
            continue;
        lldb::SBFrame frame = session.process().GetSelectedThread().GetFrameAtIndex(0);
        const std::string problem = problemOf(session, frame, *condition);
        if (problem.empty())
            continue;
        stop.cause.description = "its condition failed: " + problem;
        if (auto status = session.breakpoints().setProblem(id, problem))
            m_outlet.onEvent(debug::BreakpointChanged{*std::move(status)});
    }
}

void EngineCore::tellLogged(LldbSession& session, TracedPlaces::When when)
{
    session.takeNotes(when);
    if (const std::size_t lost = session.breakpoints().tracedPlaces().takeLost(); lost > 0)
        m_outlet.onEvent(debug::RankWarning{util::RankSet(session.rank()), lostRecords(lost)});
    for (debug::TraceRecord& record : std::exchange(session.logged, {}))
        m_outlet.onEvent(std::move(record));
}

void EngineCore::watchLogs()
{
    const bool mayLog = std::ranges::any_of(m_sessions, [](const auto& one) {
        return one.second->state() == LldbSession::State::Running && one.second->breakpoints().tracedPlaces().areAny();
    });
    if (mayLog && !std::exchange(m_watchesLogs, true))
        m_later(kLogMoment, [](EngineCore& core) { core.lookAtLogs(); });
}

void EngineCore::lookAtLogs()
{
    m_watchesLogs = false;
    for (const auto& [rank, session] : m_sessions) {
        if (session->state() == LldbSession::State::Running)
            tellLogged(*session, TracedPlaces::When::Runs);
    }
    watchLogs();
}

void EngineCore::tellSeen(LldbSession& session)
{
    for (const SeenSignal& seen : takeSeen(session.process(), session.signalsGot()))
        m_outlet.onEvent(debug::SignalsSeen{util::RankSet(session.rank()), seen.signal, seen.times});
}

void EngineCore::tellHits(LldbSession& session)
{
    for (const auto& [id, times] : session.breakpoints().passedHits().takeNews())
        m_outlet.onEvent(debug::HitsPassed{util::RankSet(session.rank()), id, times});
}

void EngineCore::tellNeighbours(LldbSession& session)
{
    for (debug::BreakpointStatus& status : session.breakpoints().changedNeighbours())
        m_outlet.onEvent(debug::BreakpointChanged{std::move(status)});
}

void EngineCore::tellEndedScopes(LldbSession& session)
{
    for (debug::BreakpointStatus& status : session.watches().takeOutEnded())
        m_outlet.onEvent(debug::BreakpointChanged{std::move(status)});
}

void EngineCore::onBreakpointEvent(const lldb::SBEvent& event)
{
    const lldb::SBBreakpoint breakpoint = lldb::SBBreakpoint::GetBreakpointFromEvent(event);
    LldbSession* session = find(breakpoint.GetTarget().GetProcess());
    if (!session)
        return;
    const auto id = session->breakpoints().find(breakpoint.GetID());
    if (!id || *id == kRunToPlace)
        return;
    session->settleLoads();
    if (concernsPlaces(lldb::SBBreakpoint::GetBreakpointEventTypeFromEvent(event)))
        session->breakpoints().forgetPrograms(*id);
    if (auto status = session->breakpoints().changed(*id))
        m_outlet.onEvent(debug::BreakpointChanged{*std::move(status)});
    tellNeighbours(*session);
    watchLogs();
}

void EngineCore::run(util::RequestId id, const debug::EngineCommand& command, CommandTicket& ticket)
{
    debug::EngineReply reply;
    failForeignRanks(command.ranks, reply);
    if (!ticket.begin()) {
        reply.failures.push_back({ours(command.ranks), {debug::Errc::Cancelled, "given up before its turn came", {}}});
        m_outlet.onReply(id, std::move(reply));
        return;
    }
    const std::optional<Farewell> farewell = farewellOf(command.request);
    if (!farewell)
        reply = runOnRanks(command, ticket, std::move(reply));
    if (ticket.end())
        m_debugger.CancelInterruptRequest();
    if (farewell)
        leave(command.ranks, *farewell, [this, id, reply] { m_outlet.onReply(id, reply); });
    else
        m_outlet.onReply(id, std::move(reply));
}

debug::EngineReply EngineCore::runOnRanks(const debug::EngineCommand& command, const CommandTicket& ticket,
                                          debug::EngineReply foreign)
{
    debug::ReplyMerger replies;
    replies.add(std::move(foreign));
    util::RankSet givenUp;
    std::vector<LldbSession*> moved; // told together, to be one stop
    ours(command.ranks).forEach([&](util::Rank rank) {
        if (ticket.cancelled())
            givenUp.insert(rank);
        else if (LldbSession& session = *m_sessions.at(rank); runOn(session, command.request, replies))
            moved.push_back(&session);
    });
    for (LldbSession* const session : moved)
        m_outlet.onEvent(reportMoved(*session));
    if (!givenUp.empty())
        replies.add({{}, {{givenUp, {debug::Errc::Cancelled, "given up before it came to this rank", {}}}}});
    return replies.take();
}

bool EngineCore::runOn(LldbSession& session, const debug::EngineRequest& request, debug::ReplyMerger& replies)
{
    const bool stood = session.state() == LldbSession::State::Stopped;
    const util::StopId stop = session.stopId();
    const bool changesBreakpoints = std::holds_alternative<debug::SetBreakpoint>(request) ||
                                    std::holds_alternative<debug::RemoveBreakpoint>(request);
    if (changesBreakpoints)
        session.unsettleLoads();
    auto body = dbgr::daemon::run(session, request, m_advice);
    if (std::holds_alternative<debug::CountHits>(request)) {
        const bool runs = session.state() == LldbSession::State::Running;
        tellLogged(session, runs ? TracedPlaces::When::Runs : TracedPlaces::When::Stands);
        tellHits(session);
    }
    const bool isToLook = changesBreakpoints && session.settleLoads();
    if (changesBreakpoints)
        tellNeighbours(session);
    const bool isOfCalls = session.calls().takeIsNew();
    const bool isWatchedAnew = session.watches().takeIsNew();
    const bool isOfNextRun = isOfCalls || isWatchedAnew || std::holds_alternative<debug::SetSignal>(request) ||
                             std::holds_alternative<debug::SetFloatTraps>(request);
    if (isToLook || isOfNextRun)
        glance(session); // LLDB learns, or tells, what is new when the rank goes on from that
    if (body)
        replies.add({*std::move(body), {}});
    else
        replies.add({{}, {{util::RankSet(session.rank()), std::move(body).error()}}});
    watchLogs();
    const bool hasMoved = session.stopId() != stop;
    if (stood && (hasMoved || session.state() == LldbSession::State::Running))
        m_outlet.onEvent(RankResumed{session.rank()});
    return hasMoved;
}

void EngineCore::failForeignRanks(const util::RankSet& asked, debug::EngineReply& reply) const
{
    const util::RankSet foreign = asked - ranks();
    if (const util::RankSet ended = foreign & m_ended; !ended.empty())
        reply.failures.push_back({ended, {debug::Errc::Ended, "the process has ended", {}}});
    if (const util::RankSet unknown = foreign - m_ended; !unknown.empty())
        reply.failures.push_back({unknown, {debug::Errc::NotAttached, "the engine does not hold it", {}}});
}

void EngineCore::leave(const util::RankSet& asked, Farewell farewell, std::function<void()> done)
{
    const util::RankSet leaving = ours(asked);
    m_departures.await(leaving, std::move(done));
    leaving.forEach([&](util::Rank rank) {
        LldbSession& session = *m_sessions.at(rank);
        session.farewell = farewell;
        if (session.state() == LldbSession::State::Stopped)
            sayFarewell(session);
        else if (farewell == Farewell::Kill) // its end is told; SBProcess::Kill() would stop it first
            ::kill(session.pid().value(), SIGKILL);
        else
            interrupt(session);
    });
}

void EngineCore::sayFarewell(LldbSession& session)
{
    if (session.farewell == Farewell::Kill && !session.isCore()) {
        session.process().Kill(); // its end comes as an event
        return;
    }
    const util::Rank rank = session.rank();
    if (const lldb::SBError error = detach(session); error.Fail())
        gone(session, RankLost{rank, toError(error, debug::Errc::EngineFailed, "detaching")});
    else
        gone(session, RankDetached{rank});
}

void EngineCore::gone(LldbSession& session, EngineEvent lastWords)
{
    const util::Rank rank = session.rank();
    if (std::holds_alternative<RankExited>(lastWords))
        m_ended.insert(rank);
    tellLogged(session, TracedPlaces::When::Stands);
    tellHits(session);
    m_debugger.DeleteTarget(session.target()); // before the session closes its connection
    m_sessions.erase(rank);
    m_outlet.onEvent(std::move(lastWords));
    m_departures.gone(rank);
}

util::RankSet EngineCore::ranks() const
{
    util::RankSet all;
    for (const auto& entry : m_sessions)
        all.insert(entry.first);
    return all;
}

LldbSession* EngineCore::find(lldb::SBProcess process)
{
    for (const auto& entry : m_sessions) {
        if (entry.second->process().GetUniqueID() == process.GetUniqueID())
            return entry.second.get();
    }
    return nullptr;
}

void EngineCore::giveUpAttaching(const util::RankSet& asked)
{
    ours(asked).forEach([&](util::Rank rank) {
        if (m_sessions.at(rank)->state() == LldbSession::State::Attaching)
            giveUp(rank, RankAttachFailed{rank, {debug::Errc::Timeout, "it did not stop for being attached to", {}}});
    });
}

void EngineCore::giveUpLeaving(const util::RankSet& asked)
{
    ours(asked).forEach([&](util::Rank rank) {
        if (m_sessions.at(rank)->farewell)
            giveUp(rank, RankLost{rank, {debug::Errc::Timeout, "it did not stop for being let go", {}}});
    });
}

void EngineCore::giveUp(util::Rank rank, EngineEvent lastWords)
{
    auto session = m_sessions.extract(rank);
    session.mapped()->hangUp();
    m_stuck.push_back(std::move(session.mapped()));
    m_outlet.onEvent(std::move(lastWords));
    m_departures.gone(rank);
}

void EngineCore::close()
{
    for (const auto& entry : m_sessions)
        static_cast<void>(detach(*entry.second));
    if (m_stuck.empty()) // else LLDB would wait for them
        lldb::SBDebugger::Destroy(m_debugger);
    m_sessions.clear();
}

} // namespace dbgr::daemon

// SPDX-License-Identifier: BSD-3-Clause
#include "session/session_core_p.h"

#include "debug/debug_error.h"
#include "session/describe.h"
#include "session/rank_refusal.h"
#include "session/report_catch.h"
#include "util/string_util.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

namespace dbgr::session {

using util::RankSet;

const char* name(SessionState state)
{
    switch (state) {
    case SessionState::Idle:
        return "idle";
    case SessionState::Launching:
        return "launching";
    case SessionState::Attaching:
        return "attaching";
    case SessionState::Held:
        return "held";
    case SessionState::Running:
        return "running";
    case SessionState::PartlyStopped:
        return "partly stopped";
    case SessionState::Stopped:
        return "stopped";
    case SessionState::Detached:
        return "detached";
    case SessionState::Exited:
        return "exited";
    case SessionState::Failed:
        return "failed";
    }
    return "unknown";
}

SessionCore::SessionCore(util::Scheduler& inScheduler, std::unique_ptr<Backend> inBackend)
    : scheduler(inScheduler), backend(std::move(inBackend)), requests(inScheduler, processes), settle(inScheduler)
{}

SessionState SessionCore::state() const
{
    if (life.failure)
        return SessionState::Failed;
    switch (life.phase) {
    case Phase::Idle:
        return SessionState::Idle;
    case Phase::Launching:
        return SessionState::Launching;
    case Phase::Attaching:
        return SessionState::Attaching;
    case Phase::Attached:
        return stateOfRanks();
    case Phase::Ended:
        return SessionState::Exited;
    case Phase::Finished:
        break;
    }
    return life.jobEnded || processes.count(RankState::Detached) == 0 ? SessionState::Exited : SessionState::Detached;
}

SessionState SessionCore::stateOfRanks() const
{
    const std::uint64_t moving = unsettled().size();
    const std::uint64_t standing = processes.standing().size();
    if (moving > 0)
        return standing > 0 ? SessionState::PartlyStopped : SessionState::Running;
    if (standing > 0)
        return processes.count(RankState::Held) == standing ? SessionState::Held : SessionState::Stopped;
    return processes.count(RankState::Ended) == processes.size() ? SessionState::Exited : SessionState::Detached;
}

RankSet SessionCore::unsettled() const
{
    if (life.phase == Phase::Idle || life.phase == Phase::Launching)
        return RankSet::range(util::Rank(0), util::Rank(std::numeric_limits<util::Rank::Rep>::max()));
    return processes.unsettled() | together.ranks();
}

void SessionCore::beginJob(launchers::LaunchSpec spec, std::optional<launchers::AttachSpec> attach)
{
    const util::Error over{make_error_code(debug::Errc::Cancelled), "another job begins", {}};
    tellInputDone(input.forgetJob(over));
    requests.closeAll(over);
    commands.forgetHeldBack();
    together.clear();
    focus.forgetJob(processes.all());
    processes.reset({});
    breakpoints.forgetJob();
    lines.forgetJob();
    traces.clear();
    publisher.forgetStops();
    m_stopTimer.cancel();
    output.clear();
    life = {};
    life.phase = Phase::Launching;
    life.spec = std::move(spec);
    life.attach = std::move(attach);
    life.command = life.attach ? describe(life.attach->target) : util::join(life.spec.argv, " ");
    // What was still to be told of single ranks was of ranks that nobody can look up any more.
    ChangeSet changes;
    changes.job = changes.state = changes.focus = changes.breakpoints = changes.output = changes.input = true;
    changes.traces = true;
    publisher.changes() = std::move(changes);
}

void SessionCore::publish()
{
    if (const SessionState now = state(); now != std::exchange(m_toldState, now))
        publisher.changes().state = true;
    if (const auto now = leadingRank(); now != std::exchange(m_toldLeader, now))
        publisher.changes().focus = true;
    if (publisher.changes().breakpoints)
        followReportCatch();
    publisher.publish();
    settle.check(unsettled());
}

void SessionCore::publishSoon()
{
    if (std::exchange(m_publishPosted, true))
        return;
    scheduler.post([weak = weak_from_this()] {
        if (const auto core = weak.lock()) {
            core->m_publishPosted = false;
            core->publish();
        }
    });
}

namespace {

/// Whether none of `ranks` has such a place, nor ever will, or its condition cannot be there.
bool nowhere(const debug::EngineReply& reply, const RankSet& ranks)
{
    RankSet without;
    for (const debug::RankFailure& failure : reply.failures) {
        if (failure.error.code == debug::make_error_code(debug::Errc::NoSuchPlace) ||
            failure.error.code == debug::make_error_code(debug::Errc::BadExpression))
            without |= failure.ranks;
    }
    return without.containsAll(ranks);
}

/// Those that say that the condition cannot be.
std::vector<debug::RankFailure> refusalsOf(const std::vector<debug::RankFailure>& failures)
{
    std::vector<debug::RankFailure> refusals;
    std::ranges::copy_if(failures, std::back_inserter(refusals), [](const debug::RankFailure& failure) {
        return failure.error.code == debug::make_error_code(debug::Errc::BadExpression);
    });
    return refusals;
}

} // namespace

util::Result<void> SessionCore::checkNewBreakpoint(const debug::BreakpointSpec& spec, bool mayWait) const
{
    if (!isNamed(spec.where))
        return util::fail(std::make_error_code(std::errc::invalid_argument), "setting a breakpoint: no place was named",
                          "Name a line (ring.cpp:29) or a function.");
    if (spec.traced.size() > debug::kMostTraced)
        return util::fail(std::make_error_code(std::errc::invalid_argument),
                          "setting a tracepoint: it has more than " + std::to_string(debug::kMostTraced) +
                              " expressions",
                          "Set several at the same place.");
    if (spec.ranks && spec.ranks->empty())
        return util::fail(Errc::NoRanks, "setting a breakpoint: it would be for no rank");
    if (!mayWait)
        DBGR_TRY(life.requireLife("setting a breakpoint"));
    if (const Breakpoint* const same = breakpoints.sameAs(spec))
        return util::fail(standsAlready("setting a breakpoint", *same));
    return util::ok();
}

util::BreakpointId SessionCore::beginBreakpoint(util::BreakpointId id, const FrameChoice& frame)
{
    LineFollower::Outcome outcome;
    if (lines.knowsJob()) // it may have been kept since a program before
        outcome = followLine(id);
    const Breakpoint& breakpoint = *breakpoints.find(id);
    traces.note(breakpoint.spec);
    tellGiven(GivenAddBreakpoint{breakpoint.spec, breakpoint.temporary,
                                 breakpoint.barrier ? std::optional(breakpoint.barrier->group) : std::nullopt,
                                 frame.frame});
    sendBreakpoint(breakpoint, processes.controlled(), {true, false, frame});
    tellFollowed(std::move(outcome));
    tellBreakpoint({id});
    return id;
}

LineFollower::Outcome SessionCore::followLine(util::BreakpointId id)
{
    debug::BreakpointSpec spec = breakpoints.find(id)->spec;
    LineFollower::Outcome outcome = lines.follow(spec);
    if (outcome.followed)
        breakpoints.moveTo(id, std::move(spec.where), std::move(spec.lineText));
    return outcome;
}

void SessionCore::tellFollowed(LineFollower::Outcome outcome)
{
    if (outcome.warning)
        publisher.tell(BackendWarning{*std::move(outcome.warning)});
    if (!outcome.followed)
        return;
    const util::BreakpointId id = outcome.followed->id;
    publisher.tell(*std::move(outcome.followed));
    tellBreakpoint({id});
}

void SessionCore::followLines()
{
    for (const auto& [id, breakpoint] : breakpoints.all())
        tellFollowed(followLine(id));
}

void SessionCore::rememberLine(util::BreakpointId id)
{
    const Breakpoint* const breakpoint = breakpoints.find(id);
    if (!breakpoint || breakpoint->status.resolved.empty() || !breakpoint->status.actual.known() ||
        !std::holds_alternative<debug::SourceLine>(breakpoint->spec.where))
        return;
    const debug::SourceLocation& where = breakpoint->status.actual;
    const std::optional<debug::LineText>& known = breakpoint->spec.lineText;
    if (known && known->file == where.file && known->line == where.line)
        return;
    const auto place = std::ranges::find(breakpoint->places, where, &debug::BreakpointPlace::where);
    const util::Rank lowest = *breakpoint->status.resolved.lowest();
    const std::string program = place != breakpoint->places.end()  ? place->module
                                : processes.all().contains(lowest) ? processes.at(lowest).executable
                                                                   : std::string();
    if (auto text = lines.textAt(where, program))
        breakpoints.moveTo(id, breakpoint->spec.where, std::move(text));
}

void SessionCore::sendSettings(const RankSet& ranks)
{
    for (const auto& [signal, rule] : signalRules.changed())
        sendSignal(rule, ranks);
    for (const auto& [traps, some] : floatTraps.all())
        sendFloatTraps(some & ranks, traps);
    if (catchReports)
        sendReportCatch(ranks);
    for (const auto& [id, breakpoint] : breakpoints.all()) {
        if (!breakpoints.keepFrom(id, ranks))
            sendBreakpoint(breakpoint, ranks, {});
    }
}

void SessionCore::sendSignal(const debug::SignalRule& rule, const RankSet& ranks)
{
    sendSetting(debug::SetSignal{rule}, ranks, "handling " + signalName(rule.signal));
}

void SessionCore::sendFloatTraps(const RankSet& ranks, util::FloatTraps traps)
{
    sendSetting(debug::SetFloatTraps{traps}, ranks, "trapping floating-point arithmetic");
}

void SessionCore::sendReportCatch(const RankSet& ranks)
{
    const auto wanted = catchReports ? reportCatch(breakpoints) : std::nullopt;
    m_isReportCatchTold = wanted.has_value();
    if (ranks.empty() || life.nothingRuns())
        return;
    RequestBook::Request request;
    request.what = "catching reports of errors";
    request.ranks = ranks;
    request.limit = RankCommands::kQueryLimit;
    request.handler = [](const util::Result<debug::EngineReply>&) {}; // nobody has asked for it
    commands.submit(wanted ? debug::EngineRequest(debug::SetBreakpoint{*wanted, false, {}, {}, {}})
                           : debug::RemoveBreakpoint{debug::kCatchOfSanitizers},
                    std::move(request));
}

void SessionCore::followReportCatch()
{
    if (catchReports && reportCatch(breakpoints).has_value() != m_isReportCatchTold)
        sendReportCatch(processes.controlled());
}

void SessionCore::sendSetting(const debug::EngineRequest& setting, const RankSet& ranks, std::string what)
{
    if (ranks.empty() || life.nothingRuns())
        return;
    RequestBook::Request request;
    request.what = std::move(what);
    request.ranks = ranks;
    request.limit = RankCommands::kControlLimit;
    request.handler = [this, ranks, command = debug::name(setting)](util::Result<debug::EngineReply> reply) {
        if (reply)
            commands.tellFailures(command, reply->failures);
        else
            commands.tellFailure(command, ranks, std::move(reply).error());
    };
    commands.submit(setting, std::move(request));
}

void SessionCore::sendBreakpoint(const Breakpoint& breakpoint, const RankSet& reachable, const Sending& how)
{
    const RankSet ranks = meant(breakpoint, reachable);
    if (ranks.empty() || life.nothingRuns())
        return;
    RequestBook::Request request;
    request.what = "setting breakpoint " + std::to_string(breakpoint.spec.id.value());
    request.ranks = ranks;
    request.limit = RankCommands::kQueryLimit;
    const auto* const data = std::get_if<debug::WatchedData>(&breakpoint.spec.where);
    const std::string command(data ? debug::nameOf(data->use) : breakpoint.spec.isTrace() ? "trace" : "break");
    breakpoints.countAsked(breakpoint.spec.id);
    request.handler = [this, ranks, command, how, isNew = how.isNew, isOfData = data != nullptr,
                       asked = breakpoint.spec](util::Result<debug::EngineReply> reply) {
        const util::BreakpointId id = asked.id;
        if (breakpoints.countAnswered(id))
            tellBreakpoint({id, false});
        if (!reply)
            return commands.tellFailure(command, ranks, std::move(reply).error());
        commands.tellFailures(command, reply->failures);
        if (isNew && nowhere(*reply, ranks))
            return takeBack(id);
        if (!isOfData && !isNew && endRefused(id, asked, refusalsOf(reply->failures), how))
            return;
        const auto* body = std::get_if<debug::BreakpointReply>(&reply->body);
        const bool isKnown = body && body->status.id == id && breakpoints.update(body->status);
        if (isOfData && breakpoints.lack(id, reply->failures) && !isKnown)
            tellBreakpoint({id, false});
        if (!isKnown)
            return;
        breakpoints.noteAccepted(id, asked.condition);
        rememberLine(id);
        if (const Breakpoint* const other = isNew ? breakpoints.standingBeside(id) : nullptr) {
            commands.tellFailure(command, ranks, standsAlready("setting a breakpoint", *other));
            return takeBack(id);
        }
        tellBreakpoint({id, false});
    };
    commands.submit(
        debug::SetBreakpoint{breakpoint.spec, how.ignoreAnew, how.frame.thread, how.frame.frame, how.frame.match},
        std::move(request));
}

bool SessionCore::endRefused(util::BreakpointId id, const debug::BreakpointSpec& asked,
                             const std::vector<debug::RankFailure>& failures, const Sending& how)
{
    const Breakpoint* const breakpoint = breakpoints.find(id);
    if (failures.empty() || !breakpoint)
        return false;
    if (!how.isChange) { // ranks that have come since
        static_cast<void>(breakpoints.lack(id, failures));
        return false;
    }
    if (breakpoint->spec.condition != asked.condition) // it was changed again
        return true;
    breakpoints.change(id, breakpoint->accepted, breakpoint->spec.enabled);
    sendBreakpoint(*breakpoint, processes.controlled(), {}); // also to those that had taken it
    tellBreakpoint({id, false});
    return true;
}

void SessionCore::takeBack(util::BreakpointId id)
{
    if (const auto removed = breakpoints.remove(id))
        forgetBreakpoint(*removed);
    traces.forget(id);
    publisher.changes().traces = true;
    tellBreakpoint({id, true});
}

void SessionCore::forgetBreakpoint(const Breakpoint& removed)
{
    removeFrom(meant(removed, processes.controlled()), removed.spec.id);
    if (removed.barrier)
        publisher.changes().ranks |= removed.barrier->arrived; // they wait no longer
}

util::RankSet SessionCore::onHold() const
{
    return processes.onHold() | breakpoints.waiting();
}

void SessionCore::tellHold(const util::RankSet& ranks, bool on)
{
    if (ranks.empty())
        return;
    publisher.changes().ranks |= ranks;
    publisher.tell(HoldChanged{ranks, on});
    publishSoon();
}

void SessionCore::tellGathered()
{
    for (auto& [id, ranks] : breakpoints.takeGathered(processes.controlled())) {
        publisher.changes().ranks |= ranks;
        publisher.tell(BarrierReached{id, std::move(ranks)});
        publisher.changes().breakpoints = true;
    }
}

void SessionCore::passBreakpoints(const std::vector<util::BreakpointId>& ids, const RankSet& ranks)
{
    for (const util::BreakpointId id : breakpoints.pass(ids, ranks))
        removeFrom(ranks, id);
    dropPassedBreakpoints();
}

void SessionCore::dropPassedBreakpoints()
{
    for (const util::BreakpointId id : breakpoints.passedBy(processes.controlled())) {
        breakpoints.remove(id);
        tellBreakpoint({id, true, true});
    }
}

void SessionCore::removeFrom(const RankSet& ranks, util::BreakpointId id)
{
    if (ranks.empty())
        return;
    RequestBook::Request request;
    request.what = "deleting breakpoint " + std::to_string(id.value());
    request.ranks = ranks;
    request.limit = RankCommands::kControlLimit;
    request.handler = [this, ranks](util::Result<debug::EngineReply> reply) {
        if (!reply)
            return commands.tellFailure("delete", ranks, std::move(reply).error());
        // It need not have been in all of them: data may be in some only.
        std::erase_if(reply->failures, [](const debug::RankFailure& failure) {
            return failure.error.code == debug::make_error_code(debug::Errc::NoSuchBreakpoint);
        });
        commands.tellFailures("delete", reply->failures);
    };
    commands.submit(debug::RemoveBreakpoint{id}, std::move(request));
}

void SessionCore::tellGiven(GivenCommand command)
{
    publisher.tell(CommandGiven{std::move(command), actingFor});
    publishSoon();
}

void SessionCore::tellBreakpoint(BreakpointUpdated event)
{
    publisher.changes().breakpoints = true;
    if (const Breakpoint* const breakpoint = breakpoints.find(event.id))
        event.off = breakpoint->placesOff();
    publisher.tell(std::move(event));
    publishSoon();
}

void SessionCore::release(const RankSet& ranks)
{
    if (ranks.empty())
        return;
    processes.unhold(ranks);
    backend->release(ranks);
}

bool SessionCore::hasCondition(const debug::StopCause& cause) const
{
    return std::any_of(cause.breakpoints.begin(), cause.breakpoints.end(), [this](util::BreakpointId id) {
        const Breakpoint* const breakpoint = breakpoints.find(id);
        return breakpoint && !breakpoint->spec.condition.empty();
    });
}

void SessionCore::tellStop(debug::StopGroup stop)
{
    if (!hasCondition(stop.cause) || processes.unsettled().empty())
        return publisher.tell(std::move(stop));
    if (!publisher.holdsStops())
        m_stopHeldSince = scheduler.now();
    publisher.holdBack(std::move(stop));
    const util::Duration left = m_stopHeldSince + kStopIsLate - scheduler.now();
    m_stopTimer = scheduler.after(std::min<util::Duration>(kBetweenStops, left), [this] {
        publisher.releaseStops();
        publish();
    });
}

void SessionCore::sendReadyInput()
{
    for (StdinRouter::Piece& piece : input.takeReady()) {
        RequestBook::Request request;
        request.what = "sending input to " + ranksText(piece.ranks);
        request.ranks = piece.ranks;
        request.limit = kInputLimit;
        request.handler = [this, id = piece.id](util::Result<debug::EngineReply> reply) {
            if (auto done = input.onAnswer(id, reply.map([](const auto&) {})))
                tellInputDone({*std::move(done)});
            sendReadyInput();
        };
        const util::RequestId id = requests.open(std::move(request));
        backend->sendInput(id, piece.ranks, std::move(piece.bytes), piece.eof);
    }
}

void SessionCore::tellInputDone(std::vector<StdinRouter::Done> done)
{
    for (StdinRouter::Done& one : done) {
        output.inputDone(one.id, one.result);
        publisher.changes().input = true;
        publisher.changes().output = true;
        publisher.tell(InputDone{one.id, std::move(one.ranks), std::move(one.result)});
    }
    if (!done.empty())
        publishSoon();
}

void SessionCore::tellTails(std::vector<OutputStore::Tail> tails)
{
    for (OutputStore::Tail& tail : tails) {
        publisher.changes().output = true;
        publisher.tell(OutputText{tail.source, tail.channel, std::move(tail.text)});
    }
}

void SessionCore::watchTails()
{
    if (m_tailTimer.active() || !output.hasTails())
        return;
    m_tailTimer = scheduler.after(kTailDelay, [this] {
        m_tailTimer.cancel();
        tellTails(output.takeQuietTails());
        watchTails();
        publish();
    });
}

} // namespace dbgr::session

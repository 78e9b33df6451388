// SPDX-License-Identifier: BSD-3-Clause
#include "session/session.h"

#include "debug/debug_error.h"
#include "session/breakpoint_text.h"
#include "session/describe.h"
#include "session/rank_refusal.h"
#include "session/session_core_p.h"
#include "session/session_error.h"
#include "session/session_events_p.h"
#include "util/nearest.h"
#include "util/thread_check.h"

#include <utility>

namespace dbgr::session {

using util::RankSet;
using util::Result;

namespace {

tl::unexpected<util::Error> noSuchBreakpoint(std::string_view what, util::BreakpointId id)
{
    return util::fail(debug::Errc::NoSuchBreakpoint, std::string(what) + " breakpoint " + std::to_string(id.value()) +
                                                         ": there is none of this number");
}

} // namespace

Session::Session(util::Scheduler& scheduler, std::unique_ptr<Backend> backend, bool catchReports)
    : m_core(std::make_shared<SessionCore>(scheduler, std::move(backend)))
{
    m_core->settings.beginCatchingReports(catchReports);
    const auto events = std::make_shared<SessionEvents>(*m_core);
    m_core->backend->setSink([events, weak = std::weak_ptr(m_core)](std::vector<BackendEvent> batch) {
        if (const auto core = weak.lock())
            events->take(std::move(batch));
    });
}

Session::~Session()
{
    DBGR_ON_THREAD(m_core->scheduler);
}

util::Subscription Session::observe(Observer& observer)
{
    return m_core->publisher.observe(observer);
}

// ---- Life.

Result<void> Session::launch(launchers::LaunchSpec spec)
{
    if (!canLaunch())
        return util::fail(Errc::WrongState, "launching: the job before has not ended yet", "Kill it, or wait for it.");
    if (spec.argv.empty())
        return util::fail(std::make_error_code(std::errc::invalid_argument), "launching: no command was given",
                          "Give the launcher and its arguments, for example: mpiexec -n 4 ./ring");
    m_core->beginJob(spec);
    m_core->tellGiven(GivenLaunch{spec});
    m_core->backend->launch(std::move(spec));
    return util::ok();
}

Result<void> Session::attach(launchers::AttachSpec spec)
{
    if (!canLaunch())
        return util::fail(Errc::WrongState, "attaching: the job before has not ended yet", "Leave it, or wait for it.");
    launchers::LaunchSpec asLaunched;
    asLaunched.workingDirectory = spec.workingDirectory;
    asLaunched.environment = spec.environment;
    asLaunched.hold = launchers::HoldPoint::None;
    asLaunched.patience = spec.patience;
    m_core->beginJob(std::move(asLaunched), spec);
    m_core->tellGiven(GivenAttach{spec});
    m_core->backend->attach(std::move(spec));
    return util::ok();
}

std::optional<util::Error> Session::whyNotAttachAgain() const
{
    const Life& life = m_core->life;
    const auto refused = [](const char* why, const char* advice) {
        return util::Error{make_error_code(Errc::WrongState), std::string("attaching again: ") + why, advice};
    };
    if (life.phase == Phase::Ended || life.phase == Phase::Finished || life.jobEnded)
        return refused("the job has ended", "");
    if (life.launcherExited || life.failure)
        return refused("the launcher of the job is gone", "");
    if (life.lettingGo || life.killing)
        return refused(life.killing ? "the job is being killed" : "the job was detached from", "");
    if (life.phase != Phase::Attached)
        return refused("the job is not attached yet", "Wait until it is.");
    if (!life.attachingAgain.empty())
        return refused("that is being done", "Wait until it is.");
    if (m_core->processes.count(RankState::Lost) == 0)
        return refused("no rank is lost", "It is for ranks whose dbgd has gone.");
    return std::nullopt;
}

Result<void> Session::attachAgain()
{
    if (auto refusal = whyNotAttachAgain())
        return tl::unexpected(*std::move(refusal));
    m_core->life.attachingAgain = m_core->processes.expectAgain();
    m_core->publisher.changes().ranks |= m_core->life.attachingAgain;
    m_core->tellGiven(GivenAttachAgain{m_core->life.attachingAgain});
    m_core->backend->attachAgain();
    return util::ok();
}

bool Session::attachingAgain() const
{
    return !m_core->life.attachingAgain.empty();
}

Result<void> Session::detach()
{
    Life& life = m_core->life;
    if (life.lettingGo || (life.phase != Phase::Attaching && life.phase != Phase::Attached))
        return util::fail(Errc::WrongState, "detaching: there is no job that we are attached to");
    life.lettingGo = true;
    m_core->together.leave(m_core->together.ranks());
    m_core->tellGiven(GivenDetach{});
    m_core->backend->detach();
    return util::ok();
}

Result<void> Session::kill()
{
    const Phase phase = m_core->life.phase;
    if (phase == Phase::Idle || phase == Phase::Ended || phase == Phase::Finished)
        return util::fail(Errc::WrongState, "killing: there is no job that runs");
    DBGR_TRY(m_core->life.requireLife("killing"));
    m_core->life.killing = true;
    m_core->together.clear();
    m_core->tellGiven(GivenKill{});
    m_core->backend->kill();
    return util::ok();
}

void Session::leave()
{
    if (canLaunch())
        return;
    m_core->tellGiven(GivenLeave{});
    m_core->life.killing |= m_core->life.phase != Phase::Ended && !m_core->life.lettingGo && !m_core->life.attach;
    m_core->backend->leave();
}

bool Session::canLaunch() const
{
    return m_core->life.phase == Phase::Idle || m_core->life.phase == Phase::Finished;
}

SessionState Session::state() const
{
    return m_core->state();
}

const std::optional<JobStatus>& Session::jobStatus() const
{
    return m_core->life.status;
}

const launchers::LaunchSpec& Session::launchSpec() const
{
    return m_core->life.spec;
}

const std::set<launchers::HoldPoint>& Session::heldAt() const
{
    return m_core->life.heldAt;
}

const std::optional<launchers::AttachSpec>& Session::attachSpec() const
{
    return m_core->life.attach;
}

bool Session::nothingRuns() const
{
    return m_core->life.nothingRuns();
}

const std::string& Session::jobText() const
{
    return m_core->life.command;
}

const std::optional<util::Error>& Session::failure() const
{
    return m_core->life.failure;
}

// ---- Ranks and focus.

const ProcessTable& Session::processes() const
{
    return m_core->processes;
}

const RankSet& Session::focus() const
{
    return m_core->focus.ranks();
}

Result<void> Session::setFocus(const RankSet& ranks)
{
    DBGR_TRY(checkKnown(m_core->processes, ranks, "focusing"));
    m_core->focus.set(ranks);
    m_core->publisher.changes().focus = true;
    m_core->tellGiven(GivenFocus{ranks});
    return util::ok();
}

Result<void> Session::setLeadingRank(util::Rank rank)
{
    if (!focus().contains(rank))
        return util::fail(Errc::NoSuchRank, "choosing rank " + std::to_string(rank.value()) +
                                                " to lead: the focus is on ranks " + focus().toString());
    m_core->focus.setLeader(rank);
    m_core->tellGiven(GivenLeader{rank});
    return util::ok();
}

std::optional<util::Rank> Session::leadingRank() const
{
    return m_core->leadingRank();
}

// ---- Breakpoints.

Result<util::BreakpointId> Session::addBreakpoint(debug::BreakpointSpec spec, const FrameChoice& frame)
{
    DBGR_TRY(m_core->desk.checkNew(spec, canLaunch()));
    return m_core->desk.begin(m_core->breakpoints.add(std::move(spec)), frame);
}

Result<util::BreakpointId> Session::addTemporaryBreakpoint(debug::BreakpointSpec spec)
{
    DBGR_TRY(m_core->desk.checkNew(spec, canLaunch()));
    return m_core->desk.begin(m_core->breakpoints.addTemporary(std::move(spec)));
}

Result<util::BreakpointId> Session::addBarrier(debug::BreakpointSpec spec, util::RankSet group)
{
    if (group.empty())
        return util::fail(Errc::NoRanks, "setting a barrier: there are no ranks yet that could gather",
                          "Set it when the job is attached.");
    DBGR_TRY(m_core->desk.checkNew(spec, canLaunch()));
    if (spec.ranks)
        group = *spec.ranks;
    return m_core->desk.begin(m_core->breakpoints.addBarrier(std::move(spec), std::move(group)));
}

Result<void> Session::changeBreakpoint(util::BreakpointId id, std::string condition, bool enabled)
{
    const Breakpoint* const known = m_core->breakpoints.find(id);
    if (!known)
        return noSuchBreakpoint("changing", id);
    if (!condition.empty() && std::holds_alternative<debug::Moment>(known->spec.where))
        return util::fail(std::make_error_code(std::errc::invalid_argument),
                          "changing breakpoint " + std::to_string(id.value()) + ": what is caught has no condition",
                          "A class behind 'catch throw', or a call behind 'catch mpi-error', picks some.");
    BreakpointDesk::Sending how;
    how.isChange = known->spec.condition != condition;
    m_core->breakpoints.change(id, std::move(condition), enabled);
    const Breakpoint& breakpoint = *m_core->breakpoints.find(id);
    m_core->tellGiven(GivenChangeBreakpoint{breakpoint.spec});
    m_core->desk.send(breakpoint, m_core->processes.controlled(), how);
    m_core->desk.tell({id, false});
    return util::ok();
}

Result<void> Session::ignoreBreakpoint(util::BreakpointId id, std::uint32_t count)
{
    if (!m_core->breakpoints.ignore(id, count))
        return noSuchBreakpoint("ignoring", id);
    const Breakpoint& breakpoint = *m_core->breakpoints.find(id);
    m_core->tellGiven(GivenIgnoreBreakpoint{id, count});
    BreakpointDesk::Sending how;
    how.ignoreAnew = true;
    m_core->desk.send(breakpoint, m_core->processes.controlled(), how);
    m_core->desk.tell({id, false});
    return util::ok();
}

Result<void> Session::setBreakpointCommands(util::BreakpointId id, std::string commands)
{
    if (!m_core->breakpoints.setCommands(id, commands))
        return noSuchBreakpoint("giving commands to", id);
    m_core->tellGiven(GivenBreakpointCommands{id, std::move(commands)});
    m_core->desk.tell({id, false});
    return util::ok();
}

Result<void> Session::setBreakpointGroup(util::BreakpointId id, std::string group)
{
    if (!group.empty()) {
        DBGR_TRY(checkBreakpointGroup(group));
    }
    const Breakpoint* const known = m_core->breakpoints.find(id);
    if (!known)
        return noSuchBreakpoint("grouping", id);
    if (known->spec.group == group)
        return util::ok();
    m_core->breakpoints.setGroup(id, group);
    m_core->tellGiven(GivenBreakpointGroup{id, std::move(group)});
    m_core->desk.tell({id, false});
    return util::ok();
}

Result<std::vector<util::BreakpointId>> Session::breakpointsOf(std::string_view group) const
{
    auto ids = m_core->breakpoints.inGroup(group);
    if (!ids.empty())
        return ids;
    util::Nearest nearest(group);
    const std::vector<std::string> names = m_core->breakpoints.groups();
    for (const std::string& name : names)
        nearest.offer(name);
    const auto meant = nearest.found();
    return util::fail(debug::Errc::NoSuchBreakpoint,
                      "no breakpoint is in a group '" + std::string(group) + "'" +
                          (meant ? "; the nearest is '" + std::string(*meant) + "'" : ""),
                      "'breakpoints' lists them, and 'bgroup' their groups.");
}

void Session::actForCommandsOf(std::optional<util::BreakpointId> breakpoint)
{
    m_core->actingFor = breakpoint;
}

Result<void> Session::switchPlace(util::BreakpointId id, std::uint32_t place, bool on)
{
    const Breakpoint* const breakpoint = m_core->breakpoints.find(id);
    if (!breakpoint)
        return noSuchBreakpoint("changing", id);
    if (place == 0 || place > breakpoint->places.size())
        return util::fail(noSuchPlace(*breakpoint, place));
    if (!m_core->breakpoints.switchPlace(id, place, on))
        return util::ok(); // it is so
    m_core->tellGiven(GivenSwitchPlace{id, place, on, breakpoint->spec.off});
    m_core->desk.send(*breakpoint, m_core->processes.controlled(), {});
    m_core->desk.tell({id, false});
    return util::ok();
}

void Session::findSourcesBy(LineFollower::Finder finder)
{
    m_core->lines.findBy(std::move(finder));
}

Result<void> Session::removeBreakpoint(util::BreakpointId id)
{
    const auto removed = m_core->breakpoints.remove(id);
    if (!removed)
        return noSuchBreakpoint("deleting", id);
    m_core->tellGiven(GivenRemoveBreakpoint{id});
    m_core->desk.forget(*removed);
    m_core->desk.tell({id, true});
    return util::ok();
}

const BreakpointStore& Session::breakpoints() const
{
    return m_core->breakpoints;
}

Result<void> Session::handleSignal(debug::SignalRule rule)
{
    rule.tell = rule.tell && !rule.stop; // what stops is told of anyway
    if (rule.signal < 1 || rule.signal > debug::kMaxSignal || debug::isOwnSignal(rule.signal))
        return util::fail(std::make_error_code(std::errc::invalid_argument),
                          "handling " + signalName(rule.signal) + ": " +
                              (debug::isOwnSignal(rule.signal) ? "it is the debugger's own means" : "there is none"));
    m_core->tellGiven(GivenSignal{rule});
    if (m_core->settings.signals.set(rule))
        m_core->settings.sendSignal(rule, m_core->processes.controlled());
    return util::ok();
}

const SignalTable& Session::signalRules() const
{
    return m_core->settings.signals;
}

const TraceStore& Session::traces() const
{
    return m_core->traces;
}

void Session::clearTraces()
{
    m_core->traces.clear();
    m_core->publisher.changes().traces = true;
    m_core->publishSoon();
}

// ---- Output and input.

const OutputStore& Session::output() const
{
    return m_core->io.output;
}

void Session::limitOutput(const OutputStore::Limits& limits)
{
    m_core->io.output.setLimits(limits);
    m_core->publisher.changes().output = true;
    m_core->publishSoon();
}

const RankSet& Session::inputClosed() const
{
    return m_core->io.input.closed();
}

Result<InputId> Session::sendInput(const RankSet& ranks, std::string text, bool eof)
{
    DBGR_TRY(checkKnown(m_core->processes, ranks, "sending input to"));
    DBGR_TRY(m_core->life.requireLife("sending input to " + ranksText(ranks)));
    const RankSet ended = ranks & m_core->processes.inState(RankState::Ended);
    if (!ended.empty())
        return util::fail(debug::Errc::Ended, "sending input to " + ranksText(ended) + ": already ended");
    DBGR_TRY(const InputId id, m_core->io.input.push(ranks, text, eof));
    m_core->io.output.addInput(id, ranks, text, eof);
    m_core->publisher.changes().input = true;
    m_core->publisher.changes().output = true;
    m_core->tellGiven(GivenInput{ranks, std::move(text), eof});
    m_core->io.sendReady();
    return id;
}

} // namespace dbgr::session

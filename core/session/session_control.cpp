// SPDX-License-Identifier: BSD-3-Clause
// Session's control of ranks: go, pause, step, and waiting for what comes of it.
#include "session/session.h"

#include "debug/debug_error.h"
#include "session/rank_refusal.h"
#include "session/session_core_p.h"
#include "session/session_error.h"

#include <utility>

namespace dbgr::session {

using util::RankSet;
using util::Result;

namespace {

/// Control comes after every rank was attached to, so that breakpoints are in place everywhere.
Result<void> checkControl(const RankCommands& commands, const RankSet& ranks, const char* what)
{
    const std::string doing = what + (' ' + ranksText(ranks));
    const Life& life = commands.life();
    if (life.phase == Phase::Idle || life.phase == Phase::Launching || life.phase == Phase::Attaching)
        return util::fail(Errc::WrongState, doing + ": the job is not attached yet", "Wait until it is.");
    if (life.lettingGo && life.phase == Phase::Attached)
        return util::fail(Errc::WrongState, doing + ": the job was detached from");
    DBGR_TRY(life.requireLife(doing));
    return checkKnown(commands.processes(), ranks, what);
}

/// The first reason why none of `ranks` can do what is asked. \param onHold of all ranks
util::Error refusal(const RankCommands& commands, const RankSet& ranks, const RankSet& onHold, const char* what)
{
    if (const RankSet kept = ranks & onHold; !kept.empty())
        return {make_error_code(Errc::WrongState), what + (' ' + ranksText(kept)) + ": on hold",
                "'unhold' (in the window: Ranks, Take Off Hold) lets it go along."};
    return refusals(commands.processes(), ranks, what).front().error;
}

/// Those of `ranks` that stand, and that neither the user nor the launcher holds. \param advice where the launcher does
Result<RankSet> freeToGo(const SessionCore& core, const RankSet& ranks, const char* doing, const char* advice)
{
    const RankSet standing = (ranks & core.processes.standing()) - core.onHold();
    const RankSet held = standing & core.processes.held();
    if (standing != held)
        return standing - held;
    if (!held.empty())
        return util::fail(debug::Errc::Held, doing + (' ' + ranksText(held)) + ": still held by the launcher", advice);
    return util::fail(refusal(core.commands, ranks, core.onHold(), doing));
}

Result<void> move(SessionCore& core, const RankSet& ranks, debug::EngineRequest what)
{
    DBGR_TRY(checkControl(core.commands, ranks, "moving"));
    DBGR_TRY(const RankSet going, freeToGo(core, ranks, "moving", "Set a breakpoint and continue first."));
    core.together.leave(going);
    core.tellGiven(GivenMove{ranks, going, what});
    const char* const command = debug::name(what);
    core.commands.resume(command, "moving", going, std::move(what), [](const RankSet&) {});
    return util::ok();
}

/// Those of `ranks` that a step is for.
Result<RankSet> ranksThatCanStep(SessionCore& core, const RankSet& ranks, const debug::Step& what)
{
    DBGR_TRY(checkControl(core.commands, ranks, "stepping"));
    if (what.count == 0 || what.count > debug::kMostSteps)
        return util::fail(std::make_error_code(std::errc::invalid_argument),
                          "stepping " + ranksText(ranks) + ": from 1 to " + std::to_string(debug::kMostSteps) +
                              " steps can be done at a time");
    if (what.team && (what.alone || debug::isOfInstructions(what.kind)))
        return util::fail(std::make_error_code(std::errc::invalid_argument),
                          "stepping threads of " + ranksText(ranks) + " together: " +
                              (what.alone ? "not while one of them moves alone" : "only steps of lines can be"),
                          "Choose one of the two.");
    return freeToGo(core, ranks, "stepping", "Set a breakpoint and continue first; then step.");
}

} // namespace

Result<void> Session::continueRanks(const RankSet& ranks)
{
    DBGR_TRY(checkControl(m_core->commands, ranks, "continuing"));
    const RankSet standing = (ranks & m_core->processes.standing()) - onHold();
    // Held by the launcher, but not ours to continue: it is enough that the launcher lets them go.
    const RankSet heldOnly =
        (ranks & m_core->processes.held()) - standing - m_core->processes.inState(RankState::Running) - onHold();
    if (standing.empty() && heldOnly.empty())
        return util::fail(refusal(m_core->commands, ranks, onHold(), "continuing"));
    m_core->together.leave(standing);
    m_core->tellGiven(GivenContinue{ranks, standing});
    m_core->release(heldOnly);
    if (standing.empty())
        return util::ok();
    // The word of release reaches only a rank that runs, so the launcher is told after the engine.
    const RankSet held = standing & m_core->processes.held();
    m_core->commands.resume("continue", "continuing", standing, debug::Continue{},
                            [core = m_core.get(), held](const RankSet& running) { core->release(held & running); });
    return util::ok();
}

Result<void> Session::interrupt(const RankSet& ranks)
{
    DBGR_TRY(checkControl(m_core->commands, ranks, "interrupting"));
    const RankSet running = ranks & m_core->processes.inState(RankState::Running);
    const bool together = steppingTogether().intersects(ranks); // perhaps between two of its steps
    m_core->together.leave(ranks);
    if (running.empty() && together)
        return util::ok();
    if (running.empty()) {
        const RankSet standing = ranks & m_core->processes.standing();
        if (!standing.empty())
            return util::fail(Errc::WrongState, "interrupting " + ranksText(standing) + ": stopped already");
        return util::fail(refusal(m_core->commands, ranks, {}, "interrupting"));
    }
    m_core->tellGiven(GivenInterrupt{ranks});
    m_core->commands.interrupt(running);
    return util::ok();
}

Result<void> Session::putOnHold(const RankSet& ranks)
{
    DBGR_TRY(checkControl(m_core->commands, ranks, "holding"));
    const RankSet controlled = ranks & m_core->processes.controlled();
    if (controlled.empty())
        return util::fail(refusal(m_core->commands, ranks, {}, "holding"));
    m_core->together.leave(controlled);
    m_core->tellGiven(GivenHold{ranks, true});
    const RankSet changed = m_core->processes.putOnHold(controlled);
    if (const RankSet running = changed & m_core->processes.inState(RankState::Running); !running.empty())
        m_core->commands.interrupt(running);
    m_core->tellHold(changed, true);
    return util::ok();
}

Result<void> Session::takeOffHold(const RankSet& ranks)
{
    DBGR_TRY(checkControl(m_core->commands, ranks, "taking off hold"));
    const RankSet kept = ranks & onHold();
    if (kept.empty())
        return util::fail(Errc::WrongState, "taking " + ranksText(ranks) + " off hold: not on hold");
    m_core->tellGiven(GivenHold{ranks, false});
    m_core->processes.takeOffHold(kept);
    m_core->breakpoints.letGo(kept);
    m_core->tellHold(kept, false);
    return util::ok();
}

RankSet Session::onHold() const
{
    return m_core->onHold();
}

void Session::trapFloats(const RankSet& ranks, util::FloatTraps traps)
{
    m_core->tellGiven(GivenFloatTraps{ranks, traps});
    m_core->settings.floatTraps.set(ranks, traps);
    m_core->settings.sendFloatTraps(ranks & m_core->processes.controlled(), traps);
}

const FloatTrapTable& Session::floatTraps() const
{
    return m_core->settings.floatTraps;
}

void Session::setCatchReports(bool on)
{
    m_core->tellGiven(GivenCatchReports{on});
    m_core->publisher.changes().breakpoints = true;
    m_core->settings.catchReports(on);
}

bool Session::catchesReports() const
{
    return m_core->settings.catchesReports();
}

void Session::setStopAll(bool on)
{
    m_core->commands.setStopAll(on);
    m_core->tellGiven(GivenStopAll{on});
}

bool Session::stopAll() const
{
    return m_core->commands.stopAll();
}

Result<void> Session::step(const RankSet& ranks, debug::StepKind kind, std::uint32_t count)
{
    return step(ranks, debug::Step{kind, count});
}

Result<void> Session::step(const RankSet& ranks, const debug::Step& what)
{
    DBGR_TRY(const RankSet free, ranksThatCanStep(*m_core, ranks, what));
    m_core->together.leave(free);
    m_core->tellGiven(GivenStep{ranks, free, what.kind, what.count, what.alone, false, what.team});
    m_core->commands.resume("step", "stepping", free, what, [](const RankSet&) {});
    return util::ok();
}

Result<void> Session::stepTogether(const RankSet& ranks, const debug::Step& what)
{
    if (debug::isOfInstructions(what.kind))
        return util::fail(std::make_error_code(std::errc::invalid_argument),
                          "stepping " + ranksText(ranks) + " together: only steps of lines can be",
                          "Leave out 'together', or step by lines.");
    DBGR_TRY(const RankSet free, ranksThatCanStep(*m_core, ranks, what));
    const auto chosen = leadingRank();
    const util::Rank leader = chosen && free.contains(*chosen) ? *chosen : *free.lowest();
    m_core->tellGiven(GivenStep{ranks, free, what.kind, what.count, what.alone, true, what.team});
    m_core->together.begin(free, leader, what);
    return util::ok();
}

RankSet Session::steppingTogether() const
{
    return m_core->together.ranks();
}

Result<void> Session::runTo(const RankSet& ranks, debug::RunTo what)
{
    DBGR_TRY(checkControl(m_core->commands, ranks, "advancing"));
    if (!isNamed(debug::toTrigger(what.where)))
        return util::fail(std::make_error_code(std::errc::invalid_argument),
                          "advancing " + ranksText(ranks) + ": no place was named",
                          "Name a line (ring.cpp:29) or a function.");
    const RankSet standing = (ranks & m_core->processes.standing()) - onHold();
    const RankSet held = standing & m_core->processes.held();
    const RankSet going = what.untilReturn ? standing - held : standing;
    if (going.empty()) {
        if (!held.empty())
            return util::fail(debug::Errc::Held, "advancing " + ranksText(held) + ": still held by the launcher",
                              "'advance' and 'continue' let it go.");
        return util::fail(refusal(m_core->commands, ranks, onHold(), "advancing"));
    }
    m_core->together.leave(going);
    m_core->tellGiven(GivenRunTo{ranks, going, what});
    const char* const command = what.untilReturn ? "until" : "advance";
    m_core->commands.resume(command, "advancing", going, std::move(what),
                            [core = m_core.get(), held](const RankSet& running) { core->release(held & running); });
    return util::ok();
}

Result<void> Session::jump(const RankSet& ranks, debug::Jump what)
{
    if (!isNamed(what.where))
        return util::fail(std::make_error_code(std::errc::invalid_argument),
                          "moving " + ranksText(ranks) + ": no line was named", "Name a line: 'jump ring.cpp:29'.");
    return move(*m_core, ranks, std::move(what));
}

Result<void> Session::returnNow(const RankSet& ranks, debug::ReturnNow what)
{
    return move(*m_core, ranks, std::move(what));
}

util::Subscription Session::waitUntilSettled(const RankSet& ranks, std::function<void()> settled)
{
    util::Subscription subscription = m_core->settle.add(ranks, std::move(settled));
    m_core->publishSoon();
    return subscription;
}

} // namespace dbgr::session

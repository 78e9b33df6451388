// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/run_control.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/lldb/frame_choice.h"
#include "dbgdaemon/engine/lldb/lldb_errors.h"
#include "dbgdaemon/engine/lldb/team_control.h"
#include "dbgdaemon/engine/lldb/thread_steps.h"
#include "util/log.h"

#include <lldb/API/SBExecutionContext.h>

#include <cinttypes>
#include <cstdio>
#include <string>

namespace dbgr::daemon {

namespace {

/// How long the instruction is that stubs write for a breakpoint.
constexpr int kTrapBytes =
#if defined(__x86_64__)
    1;
#else
    4;
#endif

/// One step, perhaps of several.
struct StepOrder
{
    debug::StepKind kind = debug::StepKind::Over;
    debug::StepCount count;
    bool alone = false;
};

util::Result<void> begin(LldbSession& session, lldb::SBThread thread, const StepOrder& order)
{
    const util::ThreadId id(thread.GetThreadID());
    const debug::StepKind kind = order.kind;
    DBGR_TRY(session.holds().check(session.process(), id));
    // Not to be had once it runs.
    lldb::SBFrame from = frameThatCounts(thread);
    StepRecord record = recordOf(id, kind, from, order.count);
    record.alone = order.alone;
    session.holds().hold(session.process(), order.alone ? std::optional(id) : std::nullopt);
    const std::string leaving = kind == debug::StepKind::Out ? functionLeft(from) : std::string();
    session.noteStanding();
    if (const lldb::SBError error = startStep(thread, kind, lldb::eOnlyDuringStepping); error.Fail()) {
        session.holds().letGo(session.process());
        return util::fail(toError(error, debug::Errc::EngineFailed, "stepping"));
    }
    session.stepping = record;
    session.leaving = leaving;
    session.noteRunning();
    return util::ok();
}

} // namespace

// LLDB would end it in a later run, by a stop that nobody expects any more.
void forgetStep(LldbSession& session)
{
    forgetTeam(session);
    if (!session.stepping)
        return;
    lldb::SBThread thread = session.process().GetThreadByID(session.stepping->thread.value());
    session.stepping.reset();
    session.leaving.clear();
    if (!thread.IsValid())
        return;
    if (!discardStep(session.target(), thread))
        util::log::warning("engine", "LLDB keeps a step", {{"rank", session.rank().value()}});
}

util::Result<bool> resume(LldbSession& session)
{
    if (session.state() != LldbSession::State::Stopped)
        return false;
    DBGR_TRY(session.holds().check(session.process(), std::nullopt));
    forgetStep(session);
    session.noteStanding();
    session.letKeeperJudge();
    session.holds().hold(session.process(), std::nullopt);
    if (const lldb::SBError error = session.process().Continue(); error.Fail())
        return util::fail(toError(error, debug::Errc::EngineFailed, "letting it run"));
    session.noteRunning();
    return true;
}

util::Result<void> step(LldbSession& session, const debug::Step& what)
{
    DBGR_TRY(lldb::SBThread thread, session.thread(std::nullopt));
    if (what.team)
        return stepTeam(session, what);
    forgetStep(session);
    return begin(session, thread, {what.kind, {0, what.count}, what.alone});
}

util::Result<void> stepOn(LldbSession& session)
{
    const StepRecord done = *session.stepping;
    lldb::SBThread thread = session.process().GetThreadByID(done.thread.value());
    if (thread.GetStopReason() != lldb::eStopReasonPlanComplete) // at a breakpoint whose condition is false
        forgetStep(session);
    return begin(session, thread, {done.kind, {done.count.done + 1, done.count.asked}, done.alone});
}

util::Result<void> leaveHandler(LldbSession& session)
{
    const StepRecord wanted = *session.stepping;
    lldb::SBThread thread = session.process().GetThreadByID(wanted.thread.value());
    DBGR_TRY(begin(session, thread, {debug::StepKind::Over, wanted.count, wanted.alone}));
    session.stepping->kind = wanted.kind;
    return util::ok();
}

util::Result<void> runTo(LldbSession& session, const debug::RunTo& what, PlaceAdvice& advice)
{
    DBGR_TRY(lldb::SBThread thread, session.thread(std::nullopt));
    DBGR_TRY(const auto place, session.breakpoints().set({kRunToPlace, debug::toTrigger(what.where), {}, true}, advice,
                                                         thread.GetFrameAtIndex(0)));
    session.runsTo.emplace();
    if (!place.pending.empty()) {
        endRunTo(session);
        return util::fail(debug::Errc::NoSuchPlace,
                          "there is no such place to run to" + (place.problem.empty() ? "" : ": " + place.problem));
    }
    if (what.untilReturn)
        session.runsTo->until = callOf(thread, frameThatCounts(thread));
    auto begun = what.untilReturn ? step(session, {debug::StepKind::Out}) : resume(session).map([](bool) {});
    if (!begun)
        endRunTo(session);
    return begun;
}

void endRunTo(LldbSession& session)
{
    if (!session.runsTo)
        return;
    session.runsTo.reset();
    if (const auto removed = session.breakpoints().remove(kRunToPlace); !removed)
        util::log::warning("engine", "the place of a run is gone already", {{"rank", session.rank().value()}});
}

void interrupt(LldbSession& session)
{
    if (session.state() != LldbSession::State::Running)
        return;
    session.interruptAsked = true;
    askToStand(session);
}

void askToStand(LldbSession& session)
{
    if (session.holds().nobodyRuns(session.pid())) { // LLDB passes over a stop that is none of a thread that ran
        session.process().SendAsyncInterrupt();
        return;
    }
    // SBProcess::SendAsyncInterrupt() waits 100 ms, and LLDB may forget it.
    session.wantStand(session.interruptAsked && !session.farewell);
}

void glance(LldbSession& session)
{
    if (session.state() != LldbSession::State::Running || session.interruptAsked || session.glancing)
        return;
    session.glancing = true;
    session.wantStand();
}

void passOver(LldbSession& session)
{
    session.noteStanding();
    session.forgetStop();
    if (const lldb::SBError error = session.process().Continue(); error.Fail())
        util::log::warning("engine", "a rank does not run on",
                           {{"rank", session.rank().value()}, {"error", wordsOf(error)}});
}

void takeOutStrayTrap(LldbSession& session, std::uint64_t address)
{
    char command[80];
    std::snprintf(command, sizeof command, "process plugin packet send z0,%" PRIx64 ",%d", address, kTrapBytes);
    if (!runCommand(session.target(), lldb::SBExecutionContext(session.process()), command))
        util::log::warning("engine", "a trap may be left in a rank", {{"rank", session.rank().value()}});
}

lldb::SBError detach(LldbSession& session)
{
    if (session.isCore())
        return {}; // its target is deleted, and that is all
    return session.process().Detach();
}

} // namespace dbgr::daemon

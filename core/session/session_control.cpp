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
Result<void> checkControl(const SessionCore& core, const RankSet& ranks, std::string_view what)
{
    const std::string doing(what);
    if (core.life.phase == Phase::Idle || core.life.phase == Phase::Launching || core.life.phase == Phase::Attaching)
        return util::fail(Errc::WrongState, doing + ' ' + ranksText(ranks) + ": the job is not attached yet",
                          "Wait until it is.");
    if (core.life.lettingGo && core.life.phase == Phase::Attached)
        return util::fail(Errc::WrongState, doing + ' ' + ranksText(ranks) + ": the job was detached from");
    DBGR_TRY(core.life.requireLife(doing + ' ' + ranksText(ranks)));
    return checkKnown(core.processes, ranks, what);
}

/// The first reason why none of `ranks` can do what is asked.
util::Error refusal(const SessionCore& core, const RankSet& ranks, std::string_view what)
{
    return refusals(core.processes, ranks, what).front().error;
}

/// Ranks of a command that run on, and when they were told to.
struct Resumption
{
    RankSet ranks;
    std::uint64_t generation = 0;
};

/// From now on they count as running, so that whoever waits for them waits for their next stop.
Resumption resume(SessionCore& core, const RankSet& ranks)
{
    Resumption resumption{core.processes.resumed(ranks), core.processes.generation()};
    core.publisher.changes().ranks |= ranks;
    core.publisher.changes().staleStacks |= ranks;
    core.publishSoon();
    return resumption;
}

/// Takes it back for ranks that were not told after all. Ranks that run (NotStopped) run.
void takeBack(SessionCore& core, const Resumption& resumption, const RankSet& failed)
{
    const RankSet back = core.processes.standAgain(failed & resumption.ranks, resumption.generation);
    core.publisher.changes().ranks |= back;
    core.publisher.changes().staleStacks |= back;
}

RankSet failedRanks(const debug::EngineReply& reply)
{
    RankSet failed;
    for (const debug::RankFailure& failure : reply.failures) {
        if (failure.error.code != make_error_code(debug::Errc::NotStopped))
            failed |= failure.ranks;
    }
    return failed;
}

RequestBook::Request controlRequest(std::string what, const RankSet& ranks, RequestBook::Handler handler)
{
    RequestBook::Request request;
    request.what = std::move(what);
    request.ranks = ranks;
    request.limit = SessionCore::kControlLimit;
    request.handler = std::move(handler);
    return request;
}

/// Sends a command that lets `ranks` run on. \param afterwards what is left to do for those that do
void sendResuming(SessionCore& core, const char* command, const std::string& what, const RankSet& ranks,
                  debug::EngineRequest engineRequest, std::function<void(const RankSet& running)> afterwards)
{
    const Resumption resumption = resume(core, ranks);
    auto handler = [&core, command, resumption, afterwards](Result<debug::EngineReply> reply) {
        const RankSet failed = reply ? failedRanks(*reply) : resumption.ranks;
        takeBack(core, resumption, failed);
        if (reply)
            core.tellFailures(command, reply->failures);
        else
            core.tellFailure(command, resumption.ranks, std::move(reply).error());
        afterwards(resumption.ranks - failed);
        core.publishSoon();
    };
    core.submit(std::move(engineRequest), controlRequest(what + ' ' + ranksText(ranks), ranks, std::move(handler)));
}

} // namespace

Result<void> Session::continueRanks(const RankSet& ranks)
{
    DBGR_TRY(checkControl(*m_core, ranks, "continuing"));
    const RankSet standing = ranks & m_core->processes.standing();
    // Held by the launcher, but not ours to continue: it is enough that the launcher lets them go.
    const RankSet heldOnly =
        (ranks & m_core->processes.held()) - standing - m_core->processes.inState(RankState::Running);
    if (standing.empty() && heldOnly.empty())
        return util::fail(refusal(*m_core, ranks, "continuing"));
    m_core->tellGiven(GivenContinue{ranks, standing});
    m_core->release(heldOnly);
    if (standing.empty())
        return util::ok();
    // The word of release reaches only a rank that runs, so the launcher is told after the engine.
    const RankSet held = standing & m_core->processes.held();
    sendResuming(*m_core, "continue", "continuing", standing, debug::Continue{},
                 [core = m_core.get(), held](const RankSet& running) { core->release(held & running); });
    return util::ok();
}

Result<void> Session::interrupt(const RankSet& ranks)
{
    DBGR_TRY(checkControl(*m_core, ranks, "interrupting"));
    const RankSet running = ranks & m_core->processes.inState(RankState::Running);
    if (running.empty()) {
        const RankSet standing = ranks & m_core->processes.standing();
        if (!standing.empty())
            return util::fail(Errc::WrongState, "interrupting " + ranksText(standing) + ": stopped already");
        return util::fail(refusal(*m_core, ranks, "interrupting"));
    }
    m_core->tellGiven(GivenInterrupt{ranks});
    m_core->interrupt(running);
    return util::ok();
}

void SessionCore::interrupt(const RankSet& running)
{
    auto handler = [this, running](Result<debug::EngineReply> reply) {
        m_beingStopped -= running;
        if (reply)
            tellFailures("interrupt", reply->failures);
        else
            tellFailure("interrupt", running, std::move(reply).error());
    };
    submit(debug::Interrupt{}, controlRequest("interrupting " + ranksText(running), running, std::move(handler)));
}

void SessionCore::stopOthers(const debug::StopCause& cause)
{
    using debug::StopReason;
    const bool ours = cause.reason == StopReason::Attached || cause.reason == StopReason::Step ||
                      cause.reason == StopReason::Interrupt;
    const RankSet others = processes.inState(RankState::Running) - m_beingStopped;
    if (!stopAll || ours || others.empty() || life.killing || life.phase != Phase::Attached)
        return;
    m_beingStopped |= others;
    interrupt(others);
}

void Session::setStopAll(bool on)
{
    m_core->stopAll = on;
    m_core->tellGiven(GivenStopAll{on});
}

bool Session::stopAll() const
{
    return m_core->stopAll;
}

Result<void> Session::step(const RankSet& ranks, debug::StepKind kind)
{
    DBGR_TRY(checkControl(*m_core, ranks, "stepping"));
    const RankSet standing = ranks & m_core->processes.standing();
    const RankSet held = standing & m_core->processes.held();
    const RankSet free = standing - held;
    if (free.empty()) {
        if (!held.empty())
            return util::fail(debug::Errc::Held, "stepping " + ranksText(held) + ": still held by the launcher",
                              "Set a breakpoint and continue first; then step.");
        return util::fail(refusal(*m_core, ranks, "stepping"));
    }
    m_core->tellGiven(GivenStep{ranks, free, kind});
    sendResuming(*m_core, "step", "stepping", free, debug::Step{kind}, [](const RankSet&) {});
    return util::ok();
}

util::Subscription Session::waitUntilSettled(const RankSet& ranks, std::function<void()> settled)
{
    util::Subscription subscription = m_core->settle.add(ranks, std::move(settled));
    m_core->publishSoon();
    return subscription;
}

} // namespace dbgr::session

// SPDX-License-Identifier: BSD-3-Clause
#include "session/rank_commands.h"

#include "debug/debug_error.h"
#include "session/rank_refusal.h"

#include <algorithm>
#include <utility>

namespace dbgr::session {

using util::RankSet;
using util::Result;

namespace {

/// Ranks that run (NotStopped) run.
RankSet failedRanks(const debug::EngineReply& reply)
{
    RankSet failed;
    for (const debug::RankFailure& failure : reply.failures) {
        if (failure.error.code != make_error_code(debug::Errc::NotStopped))
            failed |= failure.ranks;
    }
    return failed;
}

/// What ranks and daemons that go down with their launcher say, too.
bool isOfAnEnd(const util::Error& error)
{
    using debug::Errc;
    return error.code == make_error_code(Errc::EngineFailed) || error.code == make_error_code(Errc::Ended) ||
           error.code == make_error_code(Errc::NotAttached) || error.code == make_error_code(Errc::DaemonLost);
}

bool mayBeAnEnd(const Result<debug::EngineReply>& reply)
{
    return reply ? std::any_of(reply->failures.begin(), reply->failures.end(),
                               [](const debug::RankFailure& failure) { return isOfAnEnd(failure.error); })
                 : isOfAnEnd(reply.error());
}

RequestBook::Request controlRequest(const char* doing, const RankSet& ranks, RequestBook::Handler handler)
{
    RequestBook::Request request;
    request.what = doing + (' ' + ranksText(ranks));
    request.ranks = ranks;
    request.limit = RankCommands::kControlLimit;
    request.handler = std::move(handler);
    return request;
}

void noteMoved(Publisher& publisher, const RankSet& ranks)
{
    publisher.changes().ranks |= ranks;
    publisher.changes().staleStacks |= ranks;
}

} // namespace

void RankCommands::submit(debug::EngineRequest command, RequestBook::Request request)
{
    const util::Duration limit = request.limit;
    request.limit += kBackendGrace;
    const RankSet ranks = request.ranks;
    const util::RequestId id = m_parts.requests.open(std::move(request));
    m_parts.backend.submit(id, debug::EngineCommand{ranks, std::move(command)}, limit);
}

std::size_t RankCommands::cancelQuestions()
{
    const std::vector<util::RequestId> ids = m_parts.requests.questions();
    for (const util::RequestId id : ids)
        m_parts.backend.cancel(id);
    return ids.size();
}

void RankCommands::resume(const char* command, const char* doing, const RankSet& ranks, debug::EngineRequest request,
                          std::function<void(const RankSet& running)> afterwards)
{
    const RankSet resumed = m_parts.processes.resumed(ranks);
    noteMoved(m_parts.publisher, ranks);
    m_parts.publishSoon();
    auto conclude = [this, command, resumed,
                     generation = m_parts.processes.generation()](Result<debug::EngineReply> reply) {
        const RankSet failed = reply ? failedRanks(*reply) : resumed;
        noteMoved(m_parts.publisher, m_parts.processes.standAgain(failed & resumed, generation));
        const RankSet& ended = m_parts.processes.inState(RankState::Ended);
        const auto tell = [&](const RankSet& those, util::Error error) {
            const RankSet still = isOfAnEnd(error) ? those - ended : those; // whose end was told
            if (!still.empty())
                tellFailure(command, still, std::move(error));
        };
        if (!reply)
            tell(resumed, std::move(reply).error());
        else
            for (debug::RankFailure& failure : reply->failures)
                tell(failure.ranks, std::move(failure.error));
        m_parts.publishSoon();
    };
    auto handler = [this, resumed, conclude = std::move(conclude),
                    afterwards = std::move(afterwards)](Result<debug::EngineReply> reply) {
        const RankSet failed = reply ? failedRanks(*reply) : resumed;
        const bool isHeldBack = !m_parts.life.attach && !m_parts.life.failure && mayBeAnEnd(reply);
        if (isHeldBack)
            m_heldBack.push_back(m_parts.scheduler.after(
                kEndMayFollow, [conclude, reply = std::move(reply)]() mutable { conclude(std::move(reply)); }));
        else
            conclude(std::move(reply));
        afterwards(resumed - failed);
        m_parts.publishSoon();
    };
    submit(std::move(request), controlRequest(doing, ranks, std::move(handler)));
}

void RankCommands::interrupt(const RankSet& running)
{
    auto handler = [this, running](Result<debug::EngineReply> reply) {
        m_beingStopped -= running;
        if (reply)
            tellFailures("interrupt", reply->failures);
        else
            tellFailure("interrupt", running, std::move(reply).error());
    };
    submit(debug::Interrupt{}, controlRequest("interrupting", running, std::move(handler)));
}

void RankCommands::stopOthers(const debug::StopCause& cause)
{
    using debug::StopReason;
    const bool ours = cause.reason == StopReason::Attached || cause.reason == StopReason::Step ||
                      cause.reason == StopReason::Interrupt || cause.reason == StopReason::Arrived ||
                      cause.reason == StopReason::Moved;
    const RankSet others = m_parts.processes.inState(RankState::Running) - m_beingStopped;
    if (!m_stopAll || ours || others.empty() || m_parts.life.killing || m_parts.life.phase != Phase::Attached)
        return;
    m_beingStopped |= others;
    interrupt(others);
}

void RankCommands::tellFailures(const std::string& command, const std::vector<debug::RankFailure>& failures)
{
    for (const debug::RankFailure& failure : failures)
        tellFailure(command, failure.ranks, failure.error);
}

void RankCommands::tellFailure(const std::string& command, const RankSet& ranks, util::Error error)
{
    if (m_parts.life.killing || m_parts.life.failure)
        return; // what was under way comes to nothing by our own doing, or by what was told already
    m_parts.publisher.tell(CommandFailed{command, ranks, std::move(error)});
    m_parts.publishSoon();
}

} // namespace dbgr::session

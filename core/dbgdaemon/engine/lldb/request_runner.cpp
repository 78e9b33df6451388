// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/request_runner.h"

#include "dbgdaemon/engine/lldb/assignment.h"
#include "dbgdaemon/engine/lldb/describe.h"
#include "dbgdaemon/engine/lldb/expressions.h"
#include "dbgdaemon/engine/lldb/moves.h"
#include "dbgdaemon/engine/lldb/run_control.h"
#include "dbgdaemon/engine/lldb/signals.h"
#include "dbgdaemon/engine/lldb/stack.h"
#include "dbgdaemon/engine/lldb/thread_requests.h"
#include "dbgdaemon/engine/lldb/variables.h"
#include "debug/debug_error.h"
#include "util/overloaded.h"

#include <utility>

namespace dbgr::daemon {

namespace {

using Body = util::Result<debug::ReplyBody>;

class Runner
{
public:
    Runner(LldbSession& session, PlaceAdvice& advice) : m_session(session), m_advice(advice) {}

    Body operator()(const debug::SetBreakpoint& request)
    {
        if (std::holds_alternative<debug::WatchedData>(request.spec.where)) {
            DBGR_TRY(auto status, m_session.watches().set(request));
            return debug::BreakpointReply{std::move(status)};
        }
        const auto* const moment = std::get_if<debug::Moment>(&request.spec.where);
        if (moment && moment->what == debug::Moment::What::SystemCall) {
            DBGR_TRY(auto status, m_session.calls().set(request));
            return debug::BreakpointReply{std::move(status)};
        }
        lldb::SBFrame frame; // none of a rank that runs
        if (m_session.requireStopped())
            frame = m_session.process().GetSelectedThread().GetFrameAtIndex(0);
        DBGR_TRY(auto status, m_session.breakpoints().set(request.spec, m_advice, frame, request.ignoreAnew));
        if (request.tellsPassed)
            m_session.breakpoints().passedHits().beginToTell(request.spec.id);
        return debug::BreakpointReply{std::move(status)};
    }
    Body operator()(const debug::RemoveBreakpoint& request)
    {
        if (!m_session.watches().remove(request.id) && !m_session.calls().remove(request.id))
            DBGR_TRY(m_session.breakpoints().remove(request.id));
        return debug::DoneReply{};
    }
    Body operator()(const debug::CountHits&) { return debug::DoneReply{}; } // EngineCore tells them
    Body operator()(const debug::Continue&)
    {
        DBGR_TRY(resume(m_session));
        return debug::DoneReply{};
    }
    Body operator()(const debug::Interrupt&)
    {
        interrupt(m_session);
        return debug::DoneReply{};
    }
    Body operator()(const debug::Step& request)
    {
        DBGR_TRY(step(m_session, request));
        return debug::DoneReply{};
    }
    Body operator()(const debug::RunTo& request)
    {
        DBGR_TRY(runTo(m_session, request, m_advice));
        return debug::DoneReply{};
    }
    Body operator()(const debug::Jump& request)
    {
        DBGR_TRY(jump(m_session, request));
        return debug::DoneReply{};
    }
    Body operator()(const debug::ReturnNow& request)
    {
        DBGR_TRY(returnNow(m_session, request));
        return debug::DoneReply{};
    }
    Body operator()(const debug::GetThreads&) { return threads(threadsOf(m_session)); }
    Body operator()(const debug::GetStacks& request)
    {
        DBGR_TRY(debug::StackTree tree, stacksOf(m_session, request));
        return debug::StacksReply{std::move(tree)};
    }
    Body operator()(const debug::Sample&)
    {
        return util::fail(std::make_error_code(std::errc::operation_not_supported), "LLDB samples nothing");
    }
    Body operator()(const debug::GetFrames& request)
    {
        DBGR_TRY(debug::RankFrames frames, framesOf(m_session, request));
        return debug::FramesReply{{std::move(frames)}};
    }
    Body operator()(const debug::GetVariables& request) { return variables(variablesOf(m_session, request)); }
    Body operator()(const debug::GetChildren& request) { return variables(childrenOf(m_session, request)); }
    Body operator()(const debug::Evaluate& request)
    {
        DBGR_TRY(debug::ValueGroup value, evaluate(m_session, request));
        return debug::ValuesReply{{std::move(value)}};
    }
    Body operator()(const debug::Assign& request)
    {
        DBGR_TRY(debug::ChangeGroup change, assign(m_session, request));
        return debug::ChangesReply{{std::move(change)}};
    }
    Body operator()(const debug::TakeBack& request)
    {
        DBGR_TRY(debug::ChangeGroup change, takeBack(m_session, request));
        return debug::ChangesReply{{std::move(change)}};
    }
    Body operator()(const debug::Describe& request)
    {
        DBGR_TRY(debug::Description description, describe(m_session, request));
        return debug::DescriptionsReply{{std::move(description)}};
    }
    Body operator()(const debug::GetStatistics& request)
    {
        DBGR_TRY(ShownFrame frame, chosenFrame(m_session, request.thread, request.frame, request.match));
        debug::StatisticsGroup group = m_session.values().statistics(frame, request.expression);
        group.ranks = util::RankSet(m_session.rank());
        return debug::StatisticsReply{{std::move(group)}};
    }
    Body operator()(const debug::SetSignal& request)
    {
        setRule(m_session.process(), request.rule);
        return debug::DoneReply{};
    }
    Body operator()(const debug::SetFloatTraps& request)
    {
        DBGR_TRY(m_session.trapFloats(request.traps));
        return debug::DoneReply{};
    }
    Body operator()(const debug::GiveInput&)
    {
        return util::fail(std::make_error_code(std::errc::operation_not_supported), "an engine gives no input");
    }
    Body operator()(const debug::CheckInput&)
    {
        return util::fail(std::make_error_code(std::errc::operation_not_supported), "an engine gives no input");
    }
    Body operator()(const debug::Detach&) { return debug::DoneReply{}; }
    Body operator()(const debug::Kill&) { return debug::DoneReply{}; }
    Body operator()(const debug::SelectThread& request) { return threads(selectThread(m_session, request)); }
    Body operator()(const debug::FreezeThreads& request) { return threads(freezeThreads(m_session, request)); }
    Body operator()(const debug::EvaluateInThreads& request)
    {
        DBGR_TRY(debug::RankThreadValues values, evaluateInThreads(m_session, request));
        return debug::ThreadValuesReply{{std::move(values)}};
    }

private:
    static Body threads(util::Result<debug::RankThreads> found)
    {
        DBGR_TRY(debug::RankThreads threads, std::move(found));
        return debug::ThreadsReply{{std::move(threads)}};
    }
    static Body variables(util::Result<debug::RankVariables> found)
    {
        DBGR_TRY(debug::RankVariables values, std::move(found));
        return debug::VariablesReply{{std::move(values)}};
    }

    LldbSession& m_session;
    PlaceAdvice& m_advice;
};

bool needsLife(const debug::EngineRequest& request)
{
    return std::visit(util::Overloaded{
                          [](const debug::SetBreakpoint&) { return true; },
                          [](const debug::RemoveBreakpoint&) { return true; },
                          [](const debug::Continue&) { return true; },
                          [](const debug::Interrupt&) { return true; },
                          [](const debug::Step&) { return true; },
                          [](const debug::RunTo&) { return true; },
                          [](const debug::SetSignal&) { return true; },
                          [](const debug::SetFloatTraps&) { return true; },
                          [](const debug::FreezeThreads&) { return true; },
                          [](const debug::Jump&) { return true; },
                          [](const debug::ReturnNow&) { return true; },
                          [](const auto&) { return false; },
                      },
                      request);
}

bool changesMemory(const debug::EngineRequest& request)
{
    return std::holds_alternative<debug::Assign>(request) || std::holds_alternative<debug::TakeBack>(request);
}

} // namespace

util::Result<debug::ReplyBody> run(LldbSession& session, const debug::EngineRequest& request, PlaceAdvice& advice)
{
    if (session.isCore() && needsLife(request))
        return util::fail(debug::Errc::NotAlive, "a core file cannot run: it shows its rank as it ended");
    if (session.isCore() && changesMemory(request))
        return util::fail(debug::Errc::NotAlive, "a core file cannot be changed");
    return std::visit(Runner(session, advice), request);
}

} // namespace dbgr::daemon

// SPDX-License-Identifier: BSD-3-Clause
// Session's questions about ranks, most of them about such as stand still.
#include "session/session.h"

#include "session/query_p.h"
#include "session/session_core_p.h"

#include <algorithm>
#include <utility>

namespace dbgr::session {

using util::RankSet;
using util::Result;

void Session::stacks(const RankSet& ranks, AnswerCallback<debug::StackTree> callback, debug::StacksBy by,
                     AnswerCallback<debug::StackTree> partly)
{
    debug::GetStacks question;
    question.by = by;
    ask(m_core->commands, ranks, "reading the stacks of", question, &debug::StacksReply::tree, std::move(callback),
        std::move(partly));
}

std::size_t Session::cancelQuestions()
{
    return m_core->commands.cancelQuestions();
}

void Session::sample(const RankSet& ranks, AnswerCallback<debug::StackTree> callback)
{
    const std::string what = "sampling";
    ask(m_core->commands, thoseThatAreOurs(m_core->processes, ranks, what), what, debug::Sample{},
        &debug::StacksReply::tree, std::move(callback));
}

bool Session::countHits(std::function<void()> done)
{
    const RankSet ranks = m_core->processes.controlled();
    const auto& all = m_core->breakpoints.all();
    const bool isAnyPassed = std::ranges::any_of(all, [](const auto& one) { return one.second.spec.ignore != 0; });
    if (!isAnyPassed || ranks.empty() || m_core->life.nothingRuns())
        return false;
    RequestBook::Request request;
    request.what = "counting hits of breakpoints";
    request.ranks = ranks;
    request.limit = RankCommands::kControlLimit;
    // Who cannot say it has ended, and has said it before.
    request.handler = [done = std::move(done)](const util::Result<debug::EngineReply>&) { done(); };
    m_core->commands.submit(debug::CountHits{}, std::move(request));
    return true;
}

void Session::frames(const RankSet& ranks, std::optional<util::ThreadId> thread,
                     AnswerCallback<std::vector<debug::RankFrames>> callback)
{
    debug::GetFrames question;
    question.thread = thread;
    ask(m_core->commands, ranks, "reading the stack of", question, &debug::FramesReply::ranks, std::move(callback));
}

void Session::variables(const RankSet& ranks, FrameChoice frame,
                        AnswerCallback<std::vector<debug::RankVariables>> callback)
{
    debug::GetVariables question;
    question.thread = frame.thread;
    question.frame = frame.frame;
    question.match = frame.match;
    ask(m_core->commands, ranks, "reading the variables of", question, &debug::VariablesReply::ranks,
        std::move(callback));
}

void Session::children(util::Rank rank, debug::GetChildren which, AnswerCallback<debug::RankVariables> callback)
{
    auto first = [callback = std::move(callback)](Result<Answer<std::vector<debug::RankVariables>>> all) {
        if (!all)
            return callback(util::fail(std::move(all).error()));
        debug::RankVariables one;
        if (!all->value.empty())
            one = std::move(all->value.front());
        callback(Answer<debug::RankVariables>{std::move(one), std::move(all->failures)});
    };
    ask<debug::VariablesReply, std::vector<debug::RankVariables>>(
        m_core->commands, RankSet(rank), "opening a variable of", which, &debug::VariablesReply::ranks, first);
}

void Session::evaluate(const RankSet& ranks, std::string expression, FrameChoice frame,
                       AnswerCallback<std::vector<debug::ValueGroup>> callback, debug::ValueStyle style,
                       AnswerCallback<std::vector<debug::ValueGroup>> partly)
{
    const std::string what = "evaluating " + expression + " in";
    debug::Evaluate question{std::move(expression), frame.thread, frame.frame, frame.match, style};
    ask(m_core->commands, ranks, what, std::move(question), &debug::ValuesReply::values, std::move(callback),
        std::move(partly));
}

void Session::describe(const RankSet& ranks, debug::Describe what, FrameChoice frame,
                       AnswerCallback<std::vector<debug::Description>> callback)
{
    what.thread = frame.thread;
    what.frame = frame.frame;
    what.match = frame.match;
    const std::string doing = what.text.empty() ? "describing" : "describing " + what.text + " in";
    ask(m_core->commands, ranks, doing, std::move(what), &debug::DescriptionsReply::descriptions, std::move(callback));
}

void Session::statistics(const RankSet& ranks, std::string expression, FrameChoice frame,
                         AnswerCallback<std::vector<debug::StatisticsGroup>> callback)
{
    const std::string what = "summing up " + expression + " in";
    debug::GetStatistics question{std::move(expression), frame.thread, frame.frame, frame.match};
    ask(m_core->commands, ranks, what, std::move(question), &debug::StatisticsReply::statistics, std::move(callback));
}

namespace {

/// Passes the answer on, once it is known in which ranks something was done.
template <class Group>
AnswerCallback<std::vector<Group>> noting(SessionCore& core, std::function<void(const RankSet&)> done,
                                          AnswerCallback<std::vector<Group>> callback)
{
    return [core = core.weak_from_this(), done = std::move(done),
            callback = std::move(callback)](Result<Answer<std::vector<Group>>> answer) {
        RankSet changed;
        if (answer) {
            for (const Group& group : answer->value)
                changed |= group.problem.empty() ? group.ranks : RankSet();
        }
        const auto alive = core.lock();
        if (alive && !changed.empty()) {
            alive->publisher.changes().changedValues |= changed;
            done(changed);
        }
        callback(std::move(answer));
    };
}

} // namespace

std::uint64_t Session::assign(const RankSet& ranks, std::string target, std::string value, FrameChoice frame,
                              AnswerCallback<std::vector<debug::ChangeGroup>> callback)
{
    const std::uint64_t number = ++m_core->lastChange;
    const std::string what = "changing " + target + " in";
    debug::Assign order{target, value, number, frame.thread, frame.frame, frame.match};
    auto given = [core = m_core.get(), target = std::move(target), value = std::move(value),
                  index = frame.frame](const RankSet& changed) {
        core->tellGiven(GivenAssign{changed, target, value, index});
    };
    ask(m_core->commands, ranks, what, std::move(order), &debug::ChangesReply::changes,
        noting(*m_core, std::move(given), std::move(callback)));
    return number;
}

void Session::call(const RankSet& ranks, std::string expression, FrameChoice frame,
                   AnswerCallback<std::vector<debug::ValueGroup>> callback, debug::ValueStyle style)
{
    const std::string what = "calling " + expression + " in";
    auto given = [core = m_core.get(), expression, index = frame.frame](const RankSet& done) {
        core->tellGiven(GivenCall{done, expression, index});
    };
    debug::Evaluate question{std::move(expression), frame.thread, frame.frame, frame.match, style};
    ask(m_core->commands, ranks, what, std::move(question), &debug::ValuesReply::values,
        noting(*m_core, std::move(given), std::move(callback)));
}

void Session::takeBack(const RankSet& ranks, std::uint64_t number,
                       AnswerCallback<std::vector<debug::ChangeGroup>> callback)
{
    auto given = [core = m_core.get()](const RankSet& changed) { core->tellGiven(GivenTakeBack{changed}); };
    ask(m_core->commands, ranks, "undoing a change in", debug::TakeBack{number}, &debug::ChangesReply::changes,
        noting(*m_core, std::move(given), std::move(callback)));
}

} // namespace dbgr::session

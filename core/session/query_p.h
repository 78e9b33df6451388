// SPDX-License-Identifier: BSD-3-Clause
// What all questions of a Session to ranks that stand have in common. Thread: the session's.
#pragma once

#include "debug/engine_reply.h"
#include "debug/engine_request.h"
#include "debug/stack_tree.h"
#include "session/answer.h"
#include "session/rank_commands.h"
#include "session/rank_refusal.h"
#include "session/request_book.h"

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace dbgr::session {

/// An answer without any rank in it is an error: the first reason.
template <class T>
void answer(const AnswerCallback<T>& callback, T value, std::vector<debug::RankFailure> failures, bool anybody)
{
    if (!anybody && !failures.empty())
        callback(util::fail(failures.front().error));
    else
        callback(Answer<T>{std::move(value), std::move(failures)});
}

inline bool saysSomething(const debug::StackTree& tree)
{
    return !tree.empty();
}

template <class T>
bool saysSomething(const std::vector<T>& entries)
{
    return !entries.empty();
}

/// Who is asked: not those that cannot answer, which are failures of the answer.
struct Asked
{
    util::RankSet ranks;
    std::vector<debug::RankFailure> refused;
    bool ofThisStop = true; ///< an answer that comes when they have moved on is none
};

/// Those of `ranks` that stand. \param what "reading the stacks of"
inline Asked thoseThatStand(const ProcessTable& processes, const util::RankSet& ranks, const std::string& what)
{
    return {ranks & processes.standing(), refusals(processes, ranks, what)};
}

/// Those that are under our control, whether they run or stand.
inline Asked thoseThatAreOurs(const ProcessTable& processes, const util::RankSet& ranks, const std::string& what)
{
    const util::RankSet ours = ranks & processes.controlled();
    std::vector<debug::RankFailure> refused;
    if (ours.empty() || ours != ranks)
        refused = refusals(processes, ranks - ours, what);
    return {ours, std::move(refused), false};
}

/// Where in the reply the answer is.
template <class Body, class T>
T valueIn(debug::EngineReply& reply, T Body::*field)
{
    auto* const body = std::get_if<Body>(&reply.body);
    return body ? std::move(body->*field) : T{};
}

/// \param field where in the reply the answer is \param partly what some ranks say, where others take long
template <class Body, class T>
void ask(RankCommands& commands, Asked asked, const std::string& what, debug::EngineRequest question, T Body::*field,
         AnswerCallback<T> callback, AnswerCallback<T> partly = nullptr)
{
    std::vector<debug::RankFailure> refused = std::move(asked.refused);
    if (asked.ranks.empty()) {
        commands.later([callback = std::move(callback), refused] { callback(util::fail(refused.front().error)); });
        return;
    }
    RequestBook::Request request;
    request.what = what + ' ' + ranksText(asked.ranks);
    request.ranks = asked.ranks;
    request.ofThisStop = asked.ofThisStop;
    request.limit = RankCommands::kQueryLimit;
    request.isQuestion = true;
    if (partly)
        request.partly = [field, partly = std::move(partly)](debug::EngineReply soFar, const util::RankSet& awaited) {
            T value = valueIn(soFar, field);
            if (saysSomething(value))
                partly(Answer<T>{std::move(value), std::move(soFar.failures), awaited});
        };
    request.handler = [field, refused = std::move(refused),
                       callback = std::move(callback)](util::Result<debug::EngineReply> reply) mutable {
        if (!reply)
            return callback(util::fail(std::move(reply).error()));
        T value = valueIn(*reply, field);
        std::vector<debug::RankFailure> failures = std::move(reply->failures);
        failures.insert(failures.end(), refused.begin(), refused.end());
        const bool anybody = saysSomething(value);
        answer(callback, std::move(value), std::move(failures), anybody);
    };
    commands.submit(std::move(question), std::move(request));
}

/// Of those of `ranks` that stand.
template <class Body, class T>
void ask(RankCommands& commands, const util::RankSet& ranks, const std::string& what, debug::EngineRequest question,
         T Body::*field, AnswerCallback<T> callback, AnswerCallback<T> partly = nullptr)
{
    ask(commands, thoseThatStand(commands.processes(), ranks, what), what, std::move(question), field,
        std::move(callback), std::move(partly));
}

} // namespace dbgr::session

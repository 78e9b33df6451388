// SPDX-License-Identifier: BSD-3-Clause
// Session's questions and orders about single threads of ranks.
#include "session/query_p.h"
#include "session/session.h"
#include "session/session_core_p.h"

#include <algorithm>
#include <map>
#include <utility>

namespace dbgr::session {

using util::RankSet;
using util::Result;

namespace {

using Threads = std::vector<debug::RankThreads>;

/// Passes the answer on, once it is known in which ranks it was done.
AnswerCallback<Threads> telling(SessionCore& core, std::function<void(SessionCore&, const Threads&)> tell,
                                AnswerCallback<Threads> callback)
{
    return [core = core.weak_from_this(), tell = std::move(tell),
            callback = std::move(callback)](Result<Answer<Threads>> answer) {
        const auto alive = core.lock();
        if (alive && answer && !answer->value.empty()) {
            tell(*alive, answer->value);
            alive->publishSoon();
        }
        callback(std::move(answer));
    };
}

RankSet ranksOf(const Threads& threads)
{
    RankSet ranks;
    for (const debug::RankThreads& one : threads)
        ranks.insert(one.rank);
    return ranks;
}

void tellSelected(SessionCore& core, const Threads& threads)
{
    core.publisher.changes().changedThreads |= ranksOf(threads);
    std::map<std::uint32_t, RankSet> selected;
    for (const debug::RankThreads& one : threads) {
        for (const debug::ThreadInfo& thread : one.threads) {
            if (thread.leading)
                selected[thread.index].insert(one.rank);
        }
    }
    for (const auto& [index, ranks] : selected)
        core.tellGiven(GivenSelectThread{ranks, {index}});
}

/// As indices, which a script can have: ids are of this run.
void tellFrozen(SessionCore& core, const debug::FreezeThreads& what, const Threads& threads)
{
    core.publisher.changes().changedThreads |= ranksOf(threads);
    std::map<std::vector<std::uint32_t>, RankSet> done;
    for (const debug::RankThreads& one : threads) {
        std::vector<std::uint32_t> indices;
        for (const debug::ThreadInfo& thread : one.threads) {
            const bool isNamed = std::ranges::any_of(what.threads, [&](const debug::ThreadKey& key) {
                return key == debug::ThreadKey(thread.id) || key == debug::ThreadKey(debug::ThreadIndex{thread.index});
            });
            if (isNamed)
                indices.push_back(thread.index);
        }
        done[std::move(indices)].insert(one.rank);
    }
    for (const auto& [indices, ranks] : done) {
        GivenFreeze given{ranks, {}, what.freeze};
        for (const std::uint32_t index : indices)
            given.threads.push_back({index});
        core.tellGiven(std::move(given));
    }
}

} // namespace

void Session::threads(const RankSet& ranks, AnswerCallback<Threads> callback)
{
    ask(m_core->commands, ranks, "listing the threads of", debug::GetThreads{}, &debug::ThreadsReply::ranks,
        std::move(callback));
}

void Session::selectThread(const RankSet& ranks, debug::ThreadKey thread, AnswerCallback<Threads> callback)
{
    ask(m_core->commands, ranks, "selecting a thread of", debug::SelectThread{thread}, &debug::ThreadsReply::ranks,
        telling(*m_core, tellSelected, std::move(callback)));
}

void Session::freezeThreads(const RankSet& ranks, debug::FreezeThreads what, AnswerCallback<Threads> callback)
{
    auto tell = [what](SessionCore& core, const Threads& threads) { tellFrozen(core, what, threads); };
    const std::string doing = what.freeze ? "freezing threads of" : "thawing threads of";
    ask(m_core->commands, ranks, doing, std::move(what), &debug::ThreadsReply::ranks,
        telling(*m_core, std::move(tell), std::move(callback)));
}

void Session::evaluateInThreads(const RankSet& ranks, std::string expression,
                                AnswerCallback<std::vector<debug::RankThreadValues>> callback, debug::ValueStyle style)
{
    const std::string what = "evaluating " + expression + " in the threads of";
    ask(m_core->commands, ranks, what, debug::EvaluateInThreads{std::move(expression), style},
        &debug::ThreadValuesReply::ranks, std::move(callback));
}

} // namespace dbgr::session

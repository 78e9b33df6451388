// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/text_threads.h"

#include "app/dbgr/escapes.h"
#include "session/describe.h"
#include "session/thread_text.h"

#include <map>
#include <utility>
#include <vector>

namespace dbgr::app {

std::string threadName(const debug::ThreadInfo& thread)
{
    return visible(session::describe(debug::ThreadKind{thread.role, thread.name}));
}

std::string threadsText(const ThreadsReply& reply)
{
    Table table;
    table.add({"rank", "thread", "id", "name", "where"});
    for (const debug::RankThreads& rank : reply.ranks) {
        for (const debug::ThreadInfo& thread : rank.threads)
            table.add({std::to_string(rank.rank.value()),
                       (thread.leading ? "* " : "  ") + std::to_string(thread.index) + (thread.frozen ? " frozen" : ""),
                       std::to_string(thread.id.value()), threadName(thread), visible(session::describe(thread.top))});
    }
    return table.text();
}

std::string threadText(const ThreadReply& reply, const Style& style)
{
    std::string text;
    for (const debug::RankThreads& rank : reply.ranks) {
        for (const debug::ThreadInfo& thread : rank.threads) {
            if (!thread.leading)
                continue;
            const std::string name = threadName(thread);
            text += style.ranks(bracketed(util::RankSet(rank.rank))) + " thread " + std::to_string(thread.index) +
                    ", id " + std::to_string(thread.id.value()) + (name.empty() ? "" : ", " + name) +
                    (thread.frozen ? ", frozen" : "") + ": " + visible(session::describe(thread.top)) + "\n";
        }
    }
    return text;
}

std::string freezeText(const FreezeReply& reply, const Style& style)
{
    std::map<std::string, util::RankSet> byThreads;
    for (const debug::RankThreads& rank : reply.ranks) {
        std::vector<debug::ThreadIndex> frozen;
        for (const debug::ThreadInfo& thread : rank.threads) {
            if (thread.frozen)
                frozen.push_back({thread.index});
        }
        byThreads[session::threadNumbers(frozen)].insert(rank.rank);
    }
    std::map<util::RankSet, std::string> byRanks;
    for (auto& [threads, ranks] : byThreads)
        byRanks[ranks] = threads;
    std::string text;
    for (const auto& [ranks, threads] : byRanks)
        text += style.ranks(bracketed(ranks)) +
                (threads.empty() ? std::string(" no thread is frozen") : " frozen threads: " + threads) + "\n";
    return text;
}

} // namespace dbgr::app

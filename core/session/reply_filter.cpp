// SPDX-License-Identifier: BSD-3-Clause
#include "session/reply_filter.h"

#include "debug/debug_error.h"
#include "util/overloaded.h"

#include <utility>
#include <vector>

namespace dbgr::session {

namespace {

template <class PerRank>
void eraseRanks(std::vector<PerRank>& entries, const util::RankSet& moved)
{
    std::erase_if(entries, [&](const PerRank& entry) { return moved.contains(entry.rank); });
}

util::Error staleError(const util::RankSet& moved)
{
    return {debug::make_error_code(debug::Errc::Stale),
            "ranks " + moved.toString() + " have moved on since this was asked", "Ask again."};
}

} // namespace

util::Result<debug::EngineReply> withoutRanks(debug::EngineReply reply, const util::RankSet& moved)
{
    if (moved.empty())
        return reply;
    if (std::holds_alternative<debug::StacksReply>(reply.body))
        return util::fail(staleError(moved));
    std::visit(util::Overloaded{
                   [&](debug::ThreadsReply& body) { eraseRanks(body.ranks, moved); },
                   [&](debug::FramesReply& body) { eraseRanks(body.ranks, moved); },
                   [&](debug::VariablesReply& body) { eraseRanks(body.ranks, moved); },
                   [&](debug::ValuesReply& body) {
                       for (debug::ValueGroup& group : body.values)
                           group.ranks -= moved;
                       std::erase_if(body.values, [](const debug::ValueGroup& group) { return group.ranks.empty(); });
                   },
                   [](auto&) {},
               },
               reply.body);
    for (debug::RankFailure& failure : reply.failures)
        failure.ranks -= moved;
    std::erase_if(reply.failures, [](const debug::RankFailure& failure) { return failure.ranks.empty(); });
    reply.failures.push_back({moved, staleError(moved)});
    return reply;
}

} // namespace dbgr::session

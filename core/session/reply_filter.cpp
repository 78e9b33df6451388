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

template <class Group>
void eraseGroups(std::vector<Group>& groups, const util::RankSet& moved)
{
    for (Group& group : groups)
        group.ranks -= moved;
    std::erase_if(groups, [](const Group& group) { return group.ranks.empty(); });
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
                   [&](debug::ValuesReply& body) { eraseGroups(body.values, moved); },
                   [&](debug::ChangesReply& body) { eraseGroups(body.changes, moved); },
                   [&](debug::DescriptionsReply& body) { eraseGroups(body.descriptions, moved); },
                   [&](debug::StatisticsReply& body) { eraseGroups(body.statistics, moved); },
                   [&](debug::ThreadValuesReply& body) { eraseRanks(body.ranks, moved); },
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

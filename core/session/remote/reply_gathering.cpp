// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/reply_gathering.h"

#include <utility>

namespace dbgr::session {

void ReplyGathering::await(util::NodeId node, util::RequestId request, util::RankSet ranks)
{
    m_awaited.insert_or_assign(node, Asked{request, std::move(ranks)});
}

void ReplyGathering::fail(util::RankSet ranks, util::Error error)
{
    m_replies.push_back({debug::DoneReply{}, {{std::move(ranks), std::move(error)}}});
}

void ReplyGathering::answer(util::NodeId node, util::Result<debug::EngineReply> reply)
{
    auto asked = m_awaited.extract(node);
    if (!asked)
        return;
    if (!reply)
        return fail(std::move(asked.mapped().ranks), std::move(reply).error());
    m_hasNews |= !std::holds_alternative<debug::DoneReply>(reply->body);
    m_replies.push_back(*std::move(reply));
}

util::RankSet ReplyGathering::awaited() const
{
    util::RankSetUnion ranks;
    for (const auto& [node, asked] : m_awaited)
        ranks.add(asked.ranks);
    return ranks.take();
}

std::optional<debug::EngineReply> ReplyGathering::news()
{
    if (!std::exchange(m_hasNews, false))
        return std::nullopt;
    debug::EngineReply whole = take();
    m_replies.push_back(whole);
    return whole;
}

debug::EngineReply ReplyGathering::take()
{
    debug::ReplyMerger merger;
    for (debug::EngineReply& reply : std::exchange(m_replies, {}))
        merger.add(std::move(reply));
    return merger.take();
}

} // namespace dbgr::session

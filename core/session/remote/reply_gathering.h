// SPDX-License-Identifier: BSD-3-Clause
// The answers of several nodes to one command, on their way to becoming one: what has come, and whose is still to come.
// Pure. Thread: any.
#pragma once

#include "debug/engine_reply.h"
#include "debug/reply_merger.h"
#include "util/ids.h"
#include "util/rank_set.h"
#include "util/result.h"

#include <map>
#include <optional>
#include <vector>

namespace dbgr::session {

class ReplyGathering
{
public:
    /// A node was asked, in a request of this id.
    void await(util::NodeId node, util::RequestId request, util::RankSet ranks);
    /// Ranks that nobody can be asked about, and why.
    void fail(util::RankSet ranks, util::Error error);
    /// Of a node that is awaited; a second answer is nobody's.
    void answer(util::NodeId node, util::Result<debug::EngineReply> reply);

    [[nodiscard]] bool complete() const { return m_awaited.empty(); }
    /// Of whose nodes no answer has come.
    [[nodiscard]] util::RankSet awaited() const;
    struct Asked
    {
        util::RequestId request;
        util::RankSet ranks;
    };
    [[nodiscard]] const std::map<util::NodeId, Asked>& awaitedNodes() const { return m_awaited; }
    /// What has come since the last call, and with it all that came before; nothing where that is no more than it was,
    /// or holds no answer.
    [[nodiscard]] std::optional<debug::EngineReply> news();
    /// The whole.
    [[nodiscard]] debug::EngineReply take();

private:
    std::map<util::NodeId, Asked> m_awaited;
    std::vector<debug::EngineReply> m_replies;
    bool m_hasNews = false;
};

} // namespace dbgr::session

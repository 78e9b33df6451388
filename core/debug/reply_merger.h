// SPDX-License-Identifier: BSD-3-Clause
// Pure: what ranks or daemons answer to one command, as one answer. They are put side by side as they come, and folded
// once, when all are there: the cost of that follows how many answers there are, and not its square. Thread: any.
#pragma once

#include "debug/engine_reply.h"
#include "debug/stack_tree.h"

#include <vector>

namespace dbgr::debug {

class ReplyMerger
{
public:
    /// All answer the same command, so that their bodies are of one kind, or a DoneReply, which says less than those.
    void add(EngineReply reply);
    /// Equal answers are one, ranks that failed in the same way are one entry, and all are in the order of their lowest
    /// ranks; in which order they were added does not matter. It is empty then.
    [[nodiscard]] EngineReply take();

private:
    EngineReply m_whole;
    std::vector<StackTree> m_trees; ///< instead of the one that m_whole would have
};

} // namespace dbgr::debug

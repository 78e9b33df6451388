// SPDX-License-Identifier: BSD-3-Clause
// What the engine of a node answers. Way: engine -> command_router -> dbgwire -> backend (merges nodes) -> session.
// Thread: any; values.
#pragma once

#include "debug/breakpoint.h"
#include "debug/change.h"
#include "debug/description.h"
#include "debug/stack_tree.h"
#include "debug/statistics.h"
#include "debug/thread.h"
#include "debug/thread_values.h"
#include "debug/variable.h"
#include "util/error.h"
#include "util/rank_set.h"

#include <variant>
#include <vector>

namespace dbgr::debug {

struct DoneReply
{};
struct BreakpointReply
{
    BreakpointStatus status;
};
struct ThreadsReply
{
    std::vector<RankThreads> ranks;
};
struct StacksReply
{
    StackTree tree;
};
struct FramesReply
{
    std::vector<RankFrames> ranks;
};
struct VariablesReply
{
    std::vector<RankVariables> ranks;
};
struct ValuesReply
{
    std::vector<ValueGroup> values;
};
struct ChangesReply
{
    std::vector<ChangeGroup> changes;
};
struct DescriptionsReply
{
    std::vector<Description> descriptions;
};
struct StatisticsReply
{
    std::vector<StatisticsGroup> statistics;
};

struct ThreadValuesReply
{
    std::vector<RankThreadValues> ranks;
};

using ReplyBody = std::variant<DoneReply, BreakpointReply, ThreadsReply, StacksReply, FramesReply, VariablesReply,
                               ValuesReply, ChangesReply, DescriptionsReply, StatisticsReply, ThreadValuesReply>;

/// Ranks that could not do what was asked, and why: running (Errc::NotStopped), ended, lost, ...
struct RankFailure
{
    util::RankSet ranks;
    util::Error error;
};

/// The answer to one EngineCommand: what worked, and what did not in which ranks.
struct EngineReply
{
    ReplyBody body;
    std::vector<RankFailure> failures;
};

} // namespace dbgr::debug

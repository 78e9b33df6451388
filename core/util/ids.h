// SPDX-License-Identifier: BSD-3-Clause
// The ids that cross layers. Thread: any; plain values.
#pragma once

#include "util/strong_id.h"

#include <cstdint>

namespace dbgr::util {

/// A process of the job, 0 .. size-1; the number that MPI_COMM_WORLD gives it. PMIx's special ranks are pmix::ProcRank.
using Rank = StrongId<struct RankTag, std::uint32_t>;
/// A daemon, and with it the node that it serves; numbered by the front end in the order in which they say hello.
using NodeId = StrongId<struct NodeIdTag, std::uint32_t>;
/// A process id of the operating system. Only meaningful together with a node.
using Pid = StrongId<struct PidTag, std::int32_t>;
/// A thread id of the operating system (gettid()).
using ThreadId = StrongId<struct ThreadIdTag, std::uint64_t>;
/// A user's breakpoint; 1, 2, ... in the order of their making; never used again.
using BreakpointId = StrongId<struct BreakpointIdTag, std::uint32_t>;
/// A request whose reply is awaited; unique within one asker.
using RequestId = StrongId<struct RequestIdTag, std::uint64_t>;
/// Counts the stops of one rank, from 1. News that belongs to an older stop of a rank is dropped.
using StopId = StrongId<struct StopIdTag, std::uint64_t>;
/// A variable inside a daemon, for asking for its children; 0 is none. Dies when its rank runs on.
using VariableHandle = StrongId<struct VariableHandleTag, std::uint64_t>;

} // namespace dbgr::util

// SPDX-License-Identifier: BSD-3-Clause
// Threads and stacks of one rank. Thread: engine.
#pragma once

#include "dbgdaemon/engine/lldb/lldb_session.h"
#include "dbgdaemon/engine/lldb/shown_frame.h"
#include "debug/engine_request.h"
#include "debug/stack_tree.h"
#include "debug/thread.h"
#include "util/result.h"

namespace dbgr::daemon {

/// \errors NotStopped
[[nodiscard]] util::Result<debug::RankThreads> threadsOf(LldbSession& session);
/// \errors NotStopped, NoSuchThread
[[nodiscard]] util::Result<debug::RankFrames> framesOf(LldbSession& session, const debug::GetFrames& request);
/// The frame that is meant: by its number, or by `match` in a rank that may stand elsewhere; with neither the one that
/// counts.
/// \errors NotStopped, NoSuchThread, NoSuchFrame
[[nodiscard]] util::Result<ShownFrame> chosenFrame(LldbSession& session, std::optional<util::ThreadId> thread,
                                                   std::optional<std::uint32_t> index,
                                                   const std::optional<debug::FrameMatch>& match);
/// All threads, as a tree. \errors NotStopped
[[nodiscard]] util::Result<debug::StackTree> stacksOf(LldbSession& session, const debug::GetStacks& request);

} // namespace dbgr::daemon

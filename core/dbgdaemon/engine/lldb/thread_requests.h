// SPDX-License-Identifier: BSD-3-Clause
// What is asked of single threads of a rank that stands: to lead, to be frozen, what an expression is in each.
// Thread: engine.
#pragma once

#include "dbgdaemon/engine/lldb/lldb_session.h"
#include "debug/engine_request.h"
#include "debug/thread.h"
#include "debug/thread_values.h"
#include "util/result.h"

namespace dbgr::daemon {

/// \return all threads, as they are then \errors NotStopped, NoSuchThread
[[nodiscard]] util::Result<debug::RankThreads> selectThread(LldbSession& session, const debug::SelectThread& request);
/// \return all threads, as they are then \errors NotStopped, NoSuchThread, and nothing is done
[[nodiscard]] util::Result<debug::RankThreads> freezeThreads(LldbSession& session, const debug::FreezeThreads& request);
/// \errors NotStopped
[[nodiscard]] util::Result<debug::RankThreadValues> evaluateInThreads(LldbSession& session,
                                                                      const debug::EvaluateInThreads& request);

} // namespace dbgr::daemon

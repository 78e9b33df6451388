// SPDX-License-Identifier: BSD-3-Clause
// Changing variables of one rank, and taking that back. Our own reader does it where it can, which runs no code in the
// rank; LLDB's compiler does the rest of C and C++. Thread: engine.
#pragma once

#include "dbgdaemon/engine/lldb/lldb_session.h"
#include "debug/change.h"
#include "debug/engine_request.h"
#include "util/result.h"

namespace dbgr::daemon {

/// What is wrong with the expressions is the change's `problem`, not an error: then nothing was changed.
/// \errors NotStopped, NoSuchThread, NoSuchFrame
[[nodiscard]] util::Result<debug::ChangeGroup> assign(LldbSession& session, const debug::Assign& request);

/// \errors NotStopped; Stale: the rank has run since
[[nodiscard]] util::Result<debug::ChangeGroup> takeBack(LldbSession& session, const debug::TakeBack& request);

} // namespace dbgr::daemon

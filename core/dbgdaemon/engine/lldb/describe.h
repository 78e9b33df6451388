// SPDX-License-Identifier: BSD-3-Clause
// Types and names of one rank, by its debug information. Thread: engine.
#pragma once

#include "dbgdaemon/engine/lldb/lldb_session.h"
#include "debug/description.h"
#include "debug/engine_request.h"
#include "util/result.h"

namespace dbgr::daemon {

/// What is wrong with the expression is the description's `problem`, not an error.
/// \errors NotStopped, NoSuchThread, NoSuchFrame
[[nodiscard]] util::Result<debug::Description> describe(LldbSession& session, const debug::Describe& request);

} // namespace dbgr::daemon

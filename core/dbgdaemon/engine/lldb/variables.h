// SPDX-License-Identifier: BSD-3-Clause
// Variables of a frame of one rank, and what they hold. Thread: engine.
#pragma once

#include "dbgdaemon/engine/lldb/lldb_session.h"
#include "debug/engine_request.h"
#include "debug/variable.h"
#include "util/result.h"

namespace dbgr::daemon {

/// Arguments and locals that are in scope, inner ones first. \errors NotStopped, NoSuchThread, NoSuchFrame, NoDebugInfo
[[nodiscard]] util::Result<debug::RankVariables> variablesOf(LldbSession& session, const debug::GetVariables& request);
/// \errors NotStopped, Stale
[[nodiscard]] util::Result<debug::RankVariables> childrenOf(LldbSession& session, const debug::GetChildren& request);

} // namespace dbgr::daemon

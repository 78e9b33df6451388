// SPDX-License-Identifier: BSD-3-Clause
// Has the leading thread of one rank go on elsewhere, without running any of its code. Way: request_runner -> here;
// then the rank has another stop, which EngineCore tells. Thread: engine.
#pragma once

#include "dbgdaemon/engine/lldb/lldb_session.h"
#include "debug/engine_request.h"
#include "util/result.h"

namespace dbgr::daemon {

/// \errors NotStopped, NoDebugInfo, NoSuchPlace, EngineFailed
util::Result<void> jump(LldbSession& session, const debug::Jump& what);

/// \errors NotStopped, NoSuchFrame, BadExpression, EngineFailed
util::Result<void> returnNow(LldbSession& session, const debug::ReturnNow& what);

} // namespace dbgr::daemon

// SPDX-License-Identifier: BSD-3-Clause
// One request on one rank. What takes more than a moment (detach, kill) is engine_core's. Thread: engine.
#pragma once

#include "dbgdaemon/engine/lldb/lldb_session.h"
#include "dbgdaemon/engine/lldb/place_advice.h"
#include "debug/engine_reply.h"
#include "debug/engine_request.h"
#include "util/result.h"

namespace dbgr::daemon {

[[nodiscard]] util::Result<debug::ReplyBody> run(LldbSession& session, const debug::EngineRequest& request,
                                                 PlaceAdvice& advice);

} // namespace dbgr::daemon

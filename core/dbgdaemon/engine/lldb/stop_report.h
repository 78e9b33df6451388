// SPDX-License-Identifier: BSD-3-Clause
// What is told of a rank that stands: why, where, and what has changed. Thread: engine.
#pragma once

#include "dbgdaemon/engine/lldb/lldb_session.h"
#include "debug/stop.h"

namespace dbgr::daemon {

/// Makes the thread with the most telling reason the leading (selected) one and reports its stop. No whole stack and no
/// variables: those are asked for. \pre the session has noted the stop
/// \param interrupted the stop answers an interrupt of ours
[[nodiscard]] debug::StopEvent reportStop(LldbSession& session, bool interrupted);

/// What ended the process of a core file; StopReason::Attached for one that was taken of a live process.
[[nodiscard]] debug::StopEvent reportCore(LldbSession& session);

/// The stop of a rank that goes on elsewhere from here, though nothing has run.
[[nodiscard]] debug::StopEvent reportMoved(LldbSession& session);

/// The stop that attaching makes.
[[nodiscard]] debug::StopEvent reportAttached(LldbSession& session);

} // namespace dbgr::daemon

// SPDX-License-Identifier: BSD-3-Clause
// Takes over a process that is held, or opens what is left of one. Thread: engine.
#pragma once

#include "dbgdaemon/engine/engine.h"
#include "dbgdaemon/engine/lldb/lldb_session.h"
#include "debug/daemon_event.h"
#include "util/result.h"

#include <lldb/API/SBDebugger.h>
#include <lldb/API/SBListener.h>

#include <memory>

namespace dbgr::daemon {

/// Connects LLDB to what holds the process; the rank's first stop comes to `listener` after that.
/// \errors KeeperFailed, EngineFailed
[[nodiscard]] util::Result<std::unique_ptr<LldbSession>> connect(lldb::SBDebugger& debugger, lldb::SBListener& listener,
                                                                 AttachTarget target);

/// Loads a core file; the rank stands from then on. \errors EngineFailed
[[nodiscard]] util::Result<std::unique_ptr<LldbSession>> openCore(lldb::SBDebugger& debugger, AttachTarget target);

/// What there is to tell about a rank when its first stop has come, or its core file is open.
[[nodiscard]] debug::AttachedRank reportNewRank(LldbSession& session);

/// Whether its program has line tables.
[[nodiscard]] bool hasLines(LldbSession& session);

} // namespace dbgr::daemon

// SPDX-License-Identifier: BSD-3-Clause
// LLDB's steps of single threads. Thread: engine.
#pragma once

#include "debug/engine_request.h"

#include <lldb/API/SBError.h>
#include <lldb/API/SBExecutionContext.h>
#include <lldb/API/SBTarget.h>
#include <lldb/API/SBThread.h>

#include <string>

namespace dbgr::daemon {

/// Begins a step, and lets the rank run. It begins at the frame that counts: what that calls in code without source is
/// left first. \param others what the other threads do while it is in the line itself
[[nodiscard]] lldb::SBError startStep(lldb::SBThread& thread, debug::StepKind kind, lldb::RunMode others);

/// Whether LLDB has a step for a thread. It takes one that has come to its end for done, and says nothing of that,
/// where the thread is interrupted in that very place.
[[nodiscard]] bool hasStep(lldb::SBTarget target, lldb::SBThread thread);

/// Takes a step from a thread that has not come to its end. \return false where it has none
bool discardStep(lldb::SBTarget target, lldb::SBThread thread);

/// For what the SB API has no call for.
bool runCommand(lldb::SBTarget target, lldb::SBExecutionContext context, const std::string& command);

} // namespace dbgr::daemon

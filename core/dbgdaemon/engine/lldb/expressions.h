// SPDX-License-Identifier: BSD-3-Clause
// One expression in one rank. Thread: engine.
#pragma once

#include "dbgdaemon/engine/lldb/lldb_session.h"
#include "debug/breakpoint.h"
#include "debug/engine_request.h"
#include "debug/trace.h"
#include "debug/variable.h"
#include "util/result.h"

#include <lldb/API/SBFrame.h>
#include <lldb/API/SBThread.h>

#include <string>

namespace dbgr::daemon {

/// Registers and data are read by us; what needs LLDB's compiler is compiled and, where need be, run in the rank, for
/// at most 5 s and with its other threads held. What is wrong with the expression is the value's `problem`, not an
/// error; what has no value, as a call of a void function, is "void".
/// \errors NotStopped, NoSuchThread, NoSuchFrame
[[nodiscard]] util::Result<debug::ValueGroup> evaluate(LldbSession& session, const debug::Evaluate& request);

/// Whether LLDB's compiler has a value for the condition, and that is zero or false.
[[nodiscard]] bool isFalse(LldbSession& session, lldb::SBFrame frame, const std::string& condition);

/// What a tracepoint is to log where the thread stands, though its rank may be about to run on.
[[nodiscard]] debug::TraceRecord traced(LldbSession& session, lldb::SBThread thread, const debug::BreakpointSpec& spec);

/// Why the expression has no value in the frame; "" if it has one.
[[nodiscard]] std::string problemOf(LldbSession& session, lldb::SBFrame frame, const std::string& expression);

} // namespace dbgr::daemon

// SPDX-License-Identifier: BSD-3-Clause
// Lets one rank run, step or stop. What comes of it is an event. Thread: engine.
#pragma once

#include "dbgdaemon/engine/lldb/lldb_session.h"
#include "debug/engine_request.h"
#include "util/result.h"

#include <lldb/API/SBError.h>

#include <cstdint>

namespace dbgr::daemon {

/// Lets a stopped rank run; a step that another stop cut short is forgotten.
/// \return false for one that runs already \errors Frozen, EngineFailed
util::Result<bool> resume(LldbSession& session);

/// Steps the leading thread, or with Step::team those that stand where it does. \errors NotStopped, Frozen,
/// EngineFailed
util::Result<void> step(LldbSession& session, const debug::Step& what);

/// What a step that was cut short was to do is no longer wanted.
void forgetStep(LldbSession& session);

/// Begins the next of several steps, where one is done and the rank stands. \pre stop_reason's hasStepsLeft()
/// \errors EngineFailed
util::Result<void> stepOn(LldbSession& session);

/// Has a step that has ended where a signal's handler returns go on to what the signal interrupted, which is where the
/// handler's caller stands to a user. \pre stop_reason's endsInSignalReturn() \errors EngineFailed
util::Result<void> leaveHandler(LldbSession& session);

/// Lets a stopped rank run to a place. \errors NotStopped, NoSuchPlace, Frozen, EngineFailed
util::Result<void> runTo(LldbSession& session, const debug::RunTo& what, PlaceAdvice& advice);

/// It has stopped, and that is told: the place is no longer of interest.
void endRunTo(LldbSession& session);

/// Asks a running rank to stop; does nothing to a stopped one.
void interrupt(LldbSession& session);

/// The same, of which nothing is noted. \pre it runs
void askToStand(LldbSession& session);

/// Interrupts a running rank for the moment in which LLDB reads which libraries it has loaded.
void glance(LldbSession& session);

/// Lets a rank run on after a stop that nobody is told of.
void passOver(LldbSession& session);

/// Asks the stub of a stopped rank to take the trap at an address out, of which LLDB knows nothing. That there is none
/// is no error. LLDB leaves one when a breakpoint is removed in the moment in which a thread has stepped over it: the
/// trap is put back for a breakpoint that is no more.
void takeOutStrayTrap(LldbSession& session, std::uint64_t address);

/// Takes everything of ours out of a rank, best a stopped one, and lets it run, whatever it was doing before.
[[nodiscard]] lldb::SBError detach(LldbSession& session);

} // namespace dbgr::daemon

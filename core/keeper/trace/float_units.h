// SPDX-License-Identifier: BSD-3-Clause
// Traps of the floating-point units of one thread, by ptrace(). A thread has each exception open, by which it gets
// SIGFPE, or closed. Every processor has a way of its own, and a source of its own here. Thread: see Tracer.
#pragma once

#include "keeper/trace/tracer.h"

#include <optional>

namespace dbgr::keeper::floats {

/// What a SIGFPE of that code is about; nothing: about no floating-point arithmetic.
[[nodiscard]] std::optional<util::FloatTrap> trapOfCode(int code);

/// See Tracer.
[[nodiscard]] FloatState state(Tid thread);
bool setTraps(Tid thread, util::FloatTraps traps, bool open);

} // namespace dbgr::keeper::floats

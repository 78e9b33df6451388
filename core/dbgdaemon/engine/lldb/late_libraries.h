// SPDX-License-Identifier: BSD-3-Clause
// Whether libraries that a rank loads later concern its breakpoints: stops at the dynamic loader are dear, and without
// a breakpoint that they may give a place to nobody needs them. Thread: engine.
#pragma once

#include "debug/breakpoint.h"

#include <lldb/API/SBBreakpoint.h>
#include <lldb/API/SBTarget.h>

namespace dbgr::daemon {

/// Whether the breakpoint may find a place in a library to come, or lose one with a library that goes. Not so where all
/// of its places are lines of source files of the program itself; headers and functions can be anywhere again.
[[nodiscard]] bool concernsLateLibraries(const debug::BreakpointSpec& spec, lldb::SBBreakpoint breakpoint,
                                         lldb::SBTarget target);

} // namespace dbgr::daemon

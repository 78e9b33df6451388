// SPDX-License-Identifier: BSD-3-Clause
// What a place in the code is called, whichever rank has it. Way: BreakpointTable -> here. Thread: engine.
#pragma once

#include "debug/breakpoint_place.h"

#include <lldb/API/SBAddress.h>
#include <lldb/API/SBTarget.h>

#include <vector>

namespace dbgr::daemon {

/// In the order of the addresses that were given; equal names are told apart by their ordinals.
[[nodiscard]] std::vector<debug::PlaceName> namesOf(lldb::SBTarget target, std::vector<lldb::SBAddress> places);

} // namespace dbgr::daemon

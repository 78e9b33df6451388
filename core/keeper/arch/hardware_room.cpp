// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/arch/arch.h"

#include <algorithm>

namespace dbgr::keeper {

bool fits(const Arch::HardwareTraps& traps, const HardwareRoom& room)
{
    const auto isBreakpoint = [](const auto& trap) { return trap && trap->on == HardwareTrap::On::Execution; };
    const auto isWatchpoint = [&](const auto& trap) { return trap && !isBreakpoint(trap); };
    const auto breakpoints = static_cast<std::size_t>(std::ranges::count_if(traps, isBreakpoint));
    const auto watchpoints = static_cast<std::size_t>(std::ranges::count_if(traps, isWatchpoint));
    return breakpoints + (room.isShared ? watchpoints : 0) <= room.breakpoints && watchpoints <= room.watchpoints;
}

} // namespace dbgr::keeper

// SPDX-License-Identifier: BSD-3-Clause
#include "mpir/held_start.h"

#include "mpir/mpir_error.h"
#include "mpir/return_instruction.h"

namespace dbgr::mpir {

util::Result<void> startTasksHeld(Target& launcher)
{
    if (kEmptyFunction.empty())
        return util::fail(std::make_error_code(std::errc::not_supported),
                          "holding the launcher's tasks: not known on this kind of machine");
    const auto breakpoint = launcher.symbol(kBreakpoint);
    if (!breakpoint || breakpoint->sizeBytes < kEmptyFunction.size())
        return util::fail(Errc::NoTable, "the launcher has no function MPIR_Breakpoint");
    DBGR_TRY(launcher.write(breakpoint->address, kEmptyFunction));
    return launcher.setNumber(kBeingDebugged, 1);
}

} // namespace dbgr::mpir

// SPDX-License-Identifier: GPL-3.0-or-later
// Whether watchpoints can be tested on this machine. What its processor cannot do, no package brings. Thread: the
// test's.
#pragma once

#include "keeper/trace/hardware_trial.h"

namespace dbgr::test {

/// Why a test of watchpoints is passed over.
inline constexpr const char* kWatchesNothing = "the processor of this machine stops nobody for watched memory";

[[nodiscard]] inline bool processorWatches()
{
    static const bool works = keeper::tryHardwareTraps() != keeper::HardwareTrial::DoesNothing;
    return works;
}

} // namespace dbgr::test

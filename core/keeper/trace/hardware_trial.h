// SPDX-License-Identifier: BSD-3-Clause
// Whether the processor stops those who touch what it is told to watch. Some virtual machines take all that is written
// to its registers, and nothing ever comes of it. Way: dbgd-keeper, dbgd-doctor -> here. Thread: any that waits for no
// children of its own meanwhile.
#pragma once

namespace dbgr::keeper {

enum class HardwareTrial
{
    Works,
    DoesNothing,
    Unknown ///< it could not be tried
};

/// Tries it on a child process, which takes about a millisecond.
[[nodiscard]] HardwareTrial tryHardwareTraps();

} // namespace dbgr::keeper

// SPDX-License-Identifier: BSD-3-Clause
// Has a launcher hold all its tasks at their first instruction, without anybody tracing the launcher. Way: links of
// session -> here -> target. Thread: one at a time.
#pragma once

#include "mpir/target.h"
#include "util/result.h"

namespace dbgr::mpir {

/// For launchers that start tasks stopped when they are debugged, and wake them in MPIR_Breakpoint(): Slurm's srun.
/// It will believe that it is debugged, and MPIR_Breakpoint() does nothing: so each task stands (state T, traced by
/// nobody) until it gets SIGCONT, while the launcher itself goes on and serves them as always.
/// \pre the launcher stands before its first instruction
/// \errors Errc::NoTable (it lacks one of the symbols), Errc::Damaged (not writable), std::errc::not_supported (nobody
/// has taught dbgr this machine's instructions)
[[nodiscard]] util::Result<void> startTasksHeld(Target& launcher);

} // namespace dbgr::mpir

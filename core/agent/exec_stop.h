// SPDX-License-Identifier: BSD-3-Clause
// Lets the program that we are about to become stand before its first instruction, without a parent's help: a process
// of ours traces us until our exec, stops us there and lets go. It then stays as long as the debugger does not hold the
// program: a program that nobody would ever let go runs on. Where what we become is there to start others, a shell
// above all, it runs, and the MPI program that it starts stands instead (rank_search). Thread: any, of a process
// without threads.
#pragma once

#include "util/ids.h"
#include "util/result.h"

namespace dbgr::agent {

/// From its return on, the next exec of this process ends in a stop (state T, traced by nobody), which `connection`
/// (to dbgd) is told by kStands.
/// \errors those of fork(), socketpair(), ptrace()
[[nodiscard]] util::Result<void> stopOnExec(int connection);

/// Where only a process's ancestors may debug it (Yama), dbgd and its children may debug us, too.
void allowDebugger(util::Pid daemon);

} // namespace dbgr::agent

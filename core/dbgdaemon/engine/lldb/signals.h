// SPDX-License-Identifier: BSD-3-Clause
// Which signals stop a rank. Thread: engine.
#pragma once

#include <lldb/API/SBProcess.h>

namespace dbgr::daemon {

/// Signals that say that the program is broken (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS) stop the
/// rank and are delivered when it goes on. All others reach it unseen, as without a debugger: gdb would stop for
/// SIGINT, SIGTERM and SIGUSR1 too, but those are how launchers and MPI libraries talk to ranks. SIGSTOP stops, since
/// it is the keeper's own means.
void passHarmlessSignals(lldb::SBProcess& process);

} // namespace dbgr::daemon

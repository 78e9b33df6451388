// SPDX-License-Identifier: BSD-3-Clause
// LLDB as a library of this process: its start, and a debugger with the settings that attach fast and answer right.
// Thread: any for initialise(); the engine thread for what is made.
#pragma once

#include <lldb/API/SBDebugger.h>

namespace dbgr::daemon {

/// Starts liblldb; the first call counts, later ones do nothing. Also makes SIGPIPE harmless: a keeper that dies
/// would else take this process with it.
void initialiseLldb();

/// An asynchronous debugger that says nothing on the terminal and reads no init files.
[[nodiscard]] lldb::SBDebugger makeDebugger();

} // namespace dbgr::daemon

// SPDX-License-Identifier: BSD-3-Clause
// A look at what a traced process is about to become. Thread: that which traces it.
#pragma once

#include <sys/types.h>

namespace dbgr::agent {

/// Whether it begins to execute a file that gives rights to who executes it (set-uid, set-gid, capabilities). The
/// system gives none to a process that is traced then. \param pid of a process that is stopped at a system call
[[nodiscard]] bool gainsRightsByExec(pid_t pid);

} // namespace dbgr::agent

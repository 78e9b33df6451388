// SPDX-License-Identifier: BSD-3-Clause
// What the system shows of a process. No memory is asked for. Thread: any.
#pragma once

#include <sys/types.h>

namespace dbgr::agent {

struct ProcessStatus
{
    char letter = '?'; ///< 'R', 'T', ...; '?' there is no such process
    bool traced = false;
    pid_t group = 0; ///< of threads
    uid_t user = 0;
};

[[nodiscard]] ProcessStatus statusOf(pid_t pid);

} // namespace dbgr::agent

// SPDX-License-Identifier: BSD-3-Clause
// What the system shows of a process. Thread: any.
#pragma once

#include <string>

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
/// The path of the program that it runs; "" there is no such process.
[[nodiscard]] std::string programOf(pid_t pid);
/// Whether the signal stops a process, as job control does.
[[nodiscard]] bool isStopSignal(int number);

} // namespace dbgr::agent

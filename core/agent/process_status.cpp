// SPDX-License-Identifier: BSD-3-Clause
#include "agent/process_status.h"

#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

namespace dbgr::agent {

ProcessStatus statusOf(pid_t pid)
{
    char path[40];
    std::snprintf(path, sizeof path, "/proc/%d/status", static_cast<int>(pid));
    const int fd = ::open(path, O_RDONLY | O_CLOEXEC);
    char text[1024] = {};
    const ssize_t size = fd < 0 ? 0 : ::read(fd, text, sizeof text - 1);
    ::close(fd);
    ProcessStatus status;
    if (size <= 0)
        return status;
    if (const char* line = std::strstr(text, "\nState:\t"))
        status.letter = line[8];
    if (const char* line = std::strstr(text, "\nTracerPid:\t"))
        status.traced = line[12] != '0';
    if (const char* line = std::strstr(text, "\nTgid:\t"))
        status.group = static_cast<pid_t>(std::strtol(line + 7, nullptr, 10));
    if (const char* line = std::strstr(text, "\nUid:\t"))
        status.user = static_cast<uid_t>(std::strtoul(line + 6, nullptr, 10));
    return status;
}

std::string programOf(pid_t pid)
{
    char target[PATH_MAX];
    const ssize_t size = ::readlink(("/proc/" + std::to_string(pid) + "/exe").c_str(), target, sizeof target);
    return {target, size > 0 ? static_cast<std::size_t>(size) : 0};
}

bool isStopSignal(int number)
{
    return number == SIGSTOP || number == SIGTSTP || number == SIGTTIN || number == SIGTTOU;
}

} // namespace dbgr::agent

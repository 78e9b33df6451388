// SPDX-License-Identifier: BSD-3-Clause
#include "agent/exec_call.h"

#include <climits>
#include <cstdint>
#include <string>

#include <fcntl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace dbgr::agent {

namespace {

std::string textAt(const std::string& process, std::uint64_t address)
{
    const int memory = ::open((process + "mem").c_str(), O_RDONLY | O_CLOEXEC);
    char text[PATH_MAX];
    const ssize_t size = memory < 0 ? 0 : ::pread(memory, text, sizeof text, static_cast<off_t>(address));
    ::close(memory);
    const std::string_view all(text, size > 0 ? static_cast<std::size_t>(size) : 0);
    const std::size_t end = all.find('\0');
    return std::string(all.substr(0, end == std::string_view::npos ? 0 : end));
}

/// By way of the process's own folders, which may be others than ours.
std::string executedFile(pid_t pid, const __ptrace_syscall_info& call)
{
    const std::string process = "/proc/" + std::to_string(pid) + "/";
    const bool at = call.entry.nr == SYS_execveat;
    const std::string name = textAt(process, call.entry.args[at ? 1 : 0]);
    if (name.starts_with('/'))
        return process + "root" + name;
    const int folder = at ? static_cast<int>(call.entry.args[0]) : AT_FDCWD;
    const std::string start = folder == AT_FDCWD ? process + "cwd" : process + "fd/" + std::to_string(folder);
    return name.empty() ? start : start + "/" + name;
}

bool givesRights(const std::string& path)
{
    struct stat file;
    if (::stat(path.c_str(), &file) != 0)
        return false;
    const bool ofOtherUser = (file.st_mode & S_ISUID) != 0 && file.st_uid != ::geteuid();
    const bool ofOtherGroup = (file.st_mode & S_ISGID) != 0 && file.st_gid != ::getegid();
    return ofOtherUser || ofOtherGroup || ::getxattr(path.c_str(), "security.capability", nullptr, 0) > 0;
}

} // namespace

bool gainsRightsByExec(pid_t pid)
{
    __ptrace_syscall_info call{};
    if (::ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof call, &call) <= 0 || call.op != PTRACE_SYSCALL_INFO_ENTRY ||
        (call.entry.nr != SYS_execve && call.entry.nr != SYS_execveat))
        return false;
    return givesRights(executedFile(pid, call));
}

} // namespace dbgr::agent

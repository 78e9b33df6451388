// SPDX-License-Identifier: BSD-3-Clause
#include "net/traced_child.h"

#include <cerrno>
#include <csignal>

#include <sys/ptrace.h>
#include <sys/wait.h>

namespace dbgr::net {

namespace {

/// False: it has ended. \return with what is known of its stop
bool awaitStop(util::Pid child, siginfo_t& info)
{
    int result;
    do
        result = ::waitid(P_PID, static_cast<id_t>(child.value()), &info, WSTOPPED | WEXITED | WNOWAIT);
    while (result != 0 && errno == EINTR);
    return result == 0 && (info.si_code == CLD_TRAPPED || info.si_code == CLD_STOPPED);
}

} // namespace

void passSignalOn(util::Pid child)
{
    siginfo_t info{};
    constexpr int kLook = WSTOPPED | WNOHANG | WNOWAIT; // the trap of the exec is still to be seen by leaveAtExec()
    const int result = ::waitid(P_PID, static_cast<id_t>(child.value()), &info, kLook);
    if (result == 0 && info.si_pid == child.value() && info.si_status != SIGTRAP)
        ::ptrace(PTRACE_CONT, child.value(), nullptr, info.si_status);
}

void leaveAtExec(util::Pid child)
{
    siginfo_t info{};
    while (awaitStop(child, info) && info.si_code == CLD_TRAPPED && info.si_status != SIGTRAP)
        ::ptrace(PTRACE_CONT, child.value(), nullptr, info.si_status);
    if (info.si_code == CLD_TRAPPED && ::ptrace(PTRACE_DETACH, child.value(), nullptr, SIGSTOP) == 0)
        awaitStop(child, info);
}

} // namespace dbgr::net

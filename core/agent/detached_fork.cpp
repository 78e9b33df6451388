// SPDX-License-Identifier: BSD-3-Clause
#include "agent/detached_fork.h"

#include <cerrno>
#include <csignal>

#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dbgr::agent {

namespace {

[[noreturn]] void runBetween(const std::function<void()>& body)
{
    ::setsid();
    const pid_t grandchild = ::fork();
    if (grandchild == 0) {
        ::signal(SIGPIPE, SIG_IGN);
        body();
        ::_exit(0);
    }
    ::_exit(grandchild < 0 ? errno : 0);
}

} // namespace

util::Result<void> detachedFork(const std::function<void()>& body)
{
    const pid_t child = ::fork();
    if (child < 0)
        return util::fail(util::systemError(errno, "forking"));
    if (child == 0)
        runBetween(body);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (WIFEXITED(status) && WEXITSTATUS(status) != 0)
        return util::fail(util::systemError(WEXITSTATUS(status), "forking"));
    return util::ok();
}

bool closeFrom(int first)
{
    return ::syscall(SYS_close_range, static_cast<unsigned>(first), ~0u, 0u) == 0;
}

} // namespace dbgr::agent

// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/trace/thread_stop.h"

#include "keeper/trace/ptrace_calls.h"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <sys/wait.h>
#include <unistd.h>

namespace dbgr::keeper {

std::optional<int> waitForStop(Tid thread)
{
    constexpr int kTries = 2000;       // of a thread in the middle of a system call
    constexpr useconds_t kPause = 500; // microseconds
    constexpr int kQuickTries = 50;
    for (int tries = 0; tries < kTries; ++tries) {
        int status = 0;
        const pid_t got = ::waitpid(idOf(thread), &status, __WALL | WNOHANG);
        if (got == idOf(thread))
            return WIFSTOPPED(status) ? std::optional(status) : std::nullopt;
        if (got < 0 && errno != EINTR)
            return std::nullopt;
        ::usleep(tries < kQuickTries ? kPause / 25 : kPause);
    }
    return std::nullopt;
}

void unblockTrap(Tid thread)
{
    std::uint64_t blocked = 0;
    constexpr std::uint64_t kTrap = std::uint64_t{1} << (SIGTRAP - 1);
    void* const size = reinterpret_cast<void*>(sizeof blocked);
    if (!call(PTRACE_GETSIGMASK, thread, size, &blocked) || (blocked & kTrap) == 0)
        return;
    blocked &= ~kTrap;
    call(PTRACE_SETSIGMASK, thread, size, &blocked);
}

} // namespace dbgr::keeper

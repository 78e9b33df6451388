// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/trace/hardware_trial.h"

#include "keeper/trace/hardware_traps.h"
#include "keeper/trace/ptrace_calls.h"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <optional>
#include <sys/wait.h>
#include <unistd.h>

namespace dbgr::keeper {

namespace {

constexpr int kNothingHappened = 17;
constexpr int kCannotBeTraced = 18;

volatile std::uint64_t g_watched = 0;

[[noreturn]] void beTheChild()
{
    if (::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0)
        ::_exit(kCannotBeTraced);
    ::raise(SIGSTOP);
    g_watched = 1;
    ::_exit(kNothingHappened);
}

std::optional<int> statusOf(pid_t child)
{
    int status = 0;
    pid_t found = 0;
    do
        found = ::waitpid(child, &status, __WALL);
    while (found < 0 && errno == EINTR);
    return found == child ? std::optional(status) : std::nullopt;
}

/// \param hasEnded set where it has, and nobody else has its number yet
HardwareTrial watch(pid_t child, bool& hasEnded)
{
    const Tid thread(static_cast<std::uint64_t>(child));
    const auto stopped = statusOf(child);
    hasEnded = stopped && !WIFSTOPPED(*stopped);
    if (!stopped || hasEnded)
        return HardwareTrial::Unknown;
    Arch::HardwareTraps traps{};
    traps[0] = HardwareTrap{HardwareTrap::On::Write, RemoteAddress(reinterpret_cast<std::uintptr_t>(&g_watched)),
                            sizeof g_watched};
    if (!hardware::set(thread, traps) || !call(PTRACE_CONT, thread, nullptr, nullptr))
        return HardwareTrial::Unknown;
    const auto then = statusOf(child);
    hasEnded = then && !WIFSTOPPED(*then);
    if (then && WIFSTOPPED(*then) && WSTOPSIG(*then) == SIGTRAP)
        return HardwareTrial::Works;
    const bool isPassed = then && WIFEXITED(*then) && WEXITSTATUS(*then) == kNothingHappened;
    return isPassed ? HardwareTrial::DoesNothing : HardwareTrial::Unknown;
}

} // namespace

HardwareTrial tryHardwareTraps()
{
    const pid_t child = ::fork();
    if (child == 0)
        beTheChild();
    if (child < 0)
        return HardwareTrial::Unknown;
    bool hasEnded = false;
    const HardwareTrial trial = watch(child, hasEnded);
    if (!hasEnded && ::kill(child, SIGKILL) == 0)
        static_cast<void>(statusOf(child));
    return trial;
}

} // namespace dbgr::keeper

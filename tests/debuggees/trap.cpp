// SPDX-License-Identifier: GPL-3.0-or-later
// Waits for SIGUSR1, for at most a minute, and then runs into a trap that stands in its own text: what a rank does that
// meets the trap of a breakpoint of which LLDB does not know yet.

#include <chrono>
#include <csignal>
#include <thread>

static volatile sig_atomic_t g_go = 0;
static long g_passed = 0;

static bool isOdd(long number)
{
    return number % 2 != 0;
}

static long pass(long number)
{
#if defined(__x86_64__)
    __asm__ volatile("int3"); // the processor stands behind it when it has trapped
#endif
    g_passed += number; // where it stands
    return isOdd(number) ? g_passed : 0;
}

int main()
{
    std::signal(SIGUSR1, [](int) { g_go = 1; });
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!g_go && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return static_cast<int>(pass(7));
}

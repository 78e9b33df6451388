// SPDX-License-Identifier: GPL-3.0-or-later
// Calls functions, and counts its calls. Writes where the functions and the word `go` are; when somebody has written
// another number than 0 there, each thread makes its calls, and "done" is written. With "alarms" a timer interrupts
// them all the time, whose handler calls, too; with "children" processes are made all the time. Usage: counted THREADS
// CALLS [alarms|children]
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <sys/time.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

volatile int go = 0;
std::atomic<unsigned long> calls{0};
volatile unsigned long sum = 0;

extern "C" __attribute__((noipa)) void callee(unsigned long number)
{
    sum = sum + number;
}

/// Its first instruction can be copied.
extern "C" __attribute__((noipa)) void work(unsigned long number)
{
    sum = sum + number;
    callee(number);
}

/// Its first instruction jumps.
extern "C" __attribute__((naked, noipa)) void jumps(unsigned long)
{
    __asm__("jmp callee");
}

namespace {

void onAlarm(int)
{
    calls += 1;
    work(0);
}

void makeChildren()
{
    while (go == 1) {
        const pid_t child = ::fork();
        if (child == 0) {
            work(1); // is no rank
            ::_exit(0);
        }
        ::waitpid(child, nullptr, 0);
    }
}

} // namespace

int main(int argc, char** argv)
{
    const int threads = argc > 1 ? std::atoi(argv[1]) : 1;
    const unsigned long each = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1;
    const std::string_view how = argc > 3 ? argv[3] : "";
    std::printf("%lx %lx %lx %lx %lx\n", reinterpret_cast<unsigned long>(&work),
                reinterpret_cast<unsigned long>(&jumps), reinterpret_cast<unsigned long>(&go),
                reinterpret_cast<unsigned long>(&calls), reinterpret_cast<unsigned long>(&callee));
    std::fflush(stdout);
    while (go == 0)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (how == "alarms") {
        std::signal(SIGALRM, &onAlarm);
        const itimerval every{{0, 2000}, {0, 2000}};
        ::setitimer(ITIMER_REAL, &every, nullptr);
    }
    const auto callAll = [each] {
        for (unsigned long i = 1; i <= each; ++i) {
            calls += 1;
            work(i);
            jumps(i);
        }
    };
    std::vector<std::thread> others;
    for (int i = 1; i < threads; ++i)
        others.emplace_back(callAll);
    std::thread parent;
    if (how == "children")
        parent = std::thread(makeChildren);
    callAll();
    for (std::thread& other : others)
        other.join();
    if (how == "alarms") {
        const itimerval never{};
        ::setitimer(ITIMER_REAL, &never, nullptr);
    }
    go = 2;
    if (parent.joinable())
        parent.join();
    std::puts("done");
    std::fflush(stdout);
    for (;;)
        ::pause();
}

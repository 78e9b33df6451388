// SPDX-License-Identifier: GPL-3.0-or-later
// ptrace_floor ROUNDS PID...: what the kernel alone takes to have all threads of these processes stand, and to have one
// thread of each do one instruction, as milliseconds a round: "stop 1.23", "step 0.45". Nothing is read of them,
// nothing is told to anybody; no debugger can be faster.
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <dirent.h>
#include <string>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <thread>
#include <vector>

namespace {

/// Till they are again where they were: a process that has not been seen running yet stands at once.
constexpr std::chrono::milliseconds kPause{20};

using Ids = std::vector<pid_t>;

Ids threadsOf(pid_t process)
{
    Ids threads;
    DIR* const folder = ::opendir(("/proc/" + std::to_string(process) + "/task").c_str());
    while (const dirent* const entry = folder ? ::readdir(folder) : nullptr) {
        if (const pid_t id = std::atoi(entry->d_name); id > 0)
            threads.push_back(id);
    }
    if (folder)
        ::closedir(folder);
    return threads;
}

[[noreturn]] void fail(const char* what, pid_t thread)
{
    std::fprintf(stderr, "ptrace_floor: %s thread %d: error %d\n", what, thread, errno);
    std::exit(EXIT_FAILURE);
}

void ask(__ptrace_request request, const char* what, const Ids& threads)
{
    for (const pid_t thread : threads) {
        if (::ptrace(request, thread, nullptr, nullptr) != 0)
            fail(what, thread);
    }
}

/// As many stops as there are threads: each was asked for one.
void awaitStops(const Ids& threads)
{
    for (const pid_t thread : threads) {
        int status = 0;
        const pid_t id = ::waitpid(-1, &status, __WALL);
        if (id < 0 || !WIFSTOPPED(status))
            fail("waiting for", thread);
    }
}

double millisecondsOf(__ptrace_request request, const char* what, const Ids& threads)
{
    const auto start = std::chrono::steady_clock::now();
    ask(request, what, threads);
    awaitStops(threads);
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> values)
{
    std::ranges::sort(values);
    return values[values.size() / 2];
}

} // namespace

int main(int argc, char** argv)
{
    const int rounds = argc > 2 ? std::atoi(argv[1]) : 0;
    if (rounds < 1) {
        std::fputs("Usage: ptrace_floor ROUNDS PID...\n", stderr);
        return 2;
    }
    Ids all;
    Ids leaders;
    for (int i = 2; i < argc; ++i) {
        leaders.push_back(std::atoi(argv[i]));
        for (const pid_t thread : threadsOf(leaders.back()))
            all.push_back(thread);
    }
    ask(PTRACE_SEIZE, "attaching to", all);
    std::vector<double> stops;
    std::vector<double> steps;
    for (int round = 0; round < rounds; ++round) {
        stops.push_back(millisecondsOf(PTRACE_INTERRUPT, "stopping", all));
        millisecondsOf(PTRACE_SINGLESTEP, "stepping", leaders); // to the end of the system call that they are in
        steps.push_back(millisecondsOf(PTRACE_SINGLESTEP, "stepping", leaders));
        ask(PTRACE_CONT, "continuing", all);
        std::this_thread::sleep_for(kPause);
    }
    // A tracer that ends lets them go, as they are.
    std::printf("stop %.3f\nstep %.3f\n", median(stops), median(steps));
}

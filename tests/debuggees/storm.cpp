// SPDX-License-Identifier: GPL-3.0-or-later
// Does one thing without pause, and counts it by a function that breakpoints meet each time, until SIGUSR2 comes or a
// minute is over: 7 is its status where nothing of it was lost.
//   storm calls|threads|forks|vforks|libraries|lines
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstring>
#include <dlfcn.h>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

static std::atomic<long> g_done{0};
static volatile sig_atomic_t g_enough = 0;

static bool isEven(int number)
{
    return number % 2 == 0;
}

__attribute__((noinline)) static void hot(int number)
{
    const bool even = isEven(number);
    g_done += even ? 1 : 0; // each time
    g_done += even ? 0 : 1;
}

static int statusOf(pid_t child)
{
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// \return how often hot() was called in this process; -1 something went wrong
static long doOne(const std::string& what, int number)
{
    if (what == "threads") {
        std::thread first(hot, number);
        std::thread second(hot, number + 1);
        first.join();
        second.join();
        return 2;
    }
    if (what == "forks") {
        const pid_t child = fork();
        if (child == 0) {
            hot(number);
            _exit(3);
        }
        return statusOf(child) == 3 ? 0 : -1;
    }
    if (what == "vforks") {
        const pid_t child = vfork();
        if (child == 0) {
            execl("/bin/true", "true", static_cast<char*>(nullptr));
            _exit(4);
        }
        hot(number);
        return statusOf(child) == 0 ? 1 : -1;
    }
    if (what == "libraries") {
        void* const library = dlopen("./liblate1.so", RTLD_NOW);
        hot(number);
        return library != nullptr && dlclose(library) == 0 ? 1 : -1;
    }
    hot(number);
    return 1;
}

static long g_expected = 0; // of the main thread

static void work(const std::string& what, std::chrono::steady_clock::time_point end, long& calls)
{
    for (int number = 0; g_enough == 0 && std::chrono::steady_clock::now() < end; ++number) {
        const long one = doOne(what, number);
        if (one < 0)
            _exit(8);
        calls += one;
    }
}

int main(int argc, char** argv)
{
    const std::string self = argv[0];
    if (chdir(self.substr(0, self.rfind('/')).c_str()) != 0 || argc < 2)
        return 2;
    const std::string what = argv[1];
    std::signal(SIGUSR2, [](int) { g_enough = 1; });
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    long byOthers[2] = {0, 0};
    std::vector<std::thread> others;
    if (what == "calls") {
        for (long& calls : byOthers)
            others.emplace_back([&] { work(what, end, calls); });
    }
    work(what, end, g_expected);
    for (std::thread& other : others)
        other.join();
    return g_done == g_expected + byOthers[0] + byOthers[1] ? 7 : 9;
}

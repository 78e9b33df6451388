// SPDX-License-Identifier: GPL-3.0-or-later
// What tests/keeper/parity.py debugs: threads, containers, steps, signals, watched data, forks, an exec, its end. It
// waits until a debugger sets g_go, so that it can be attached to.
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

volatile int g_go = 0;
int g_watched = 5;
volatile int g_signals = 0;
double g_real = 2.5;

static void onSignal(int)
{
    g_signals = g_signals + 1;
}

static double level3(int a, double b)
{
    double product = a * b + g_real;
    return product;
}

static double level2(int a)
{
    std::vector<int> numbers{1, 2, 3, a};
    double sum = level3(a, 0.5);
    sum += numbers[3];
    return sum;
}

static int forkAndWait(bool shared)
{
    const pid_t child = shared ? vfork() : fork();
    if (child == 0)
        _exit(level3(3, 1.0) > 5 ? 7 : 8); // has our traps in its text, or not
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

int main(int argc, char** argv)
{
    if (argc > 1 && std::string(argv[1]) == "again")
        return 3;
    std::signal(SIGUSR1, onSignal);
    std::atomic<bool> ends{false};
    std::thread other([&] {
        while (!ends)
            usleep(1000);
    });
    while (g_go == 0)
        usleep(1000);
    double sum = level2(4);
    g_watched = 6; // watched
    g_watched = 7;
    raise(SIGUSR1);
    int forked = forkAndWait(false);
    int borrowed = forkAndWait(true);
    std::printf("%g %d %d %d\n", sum, g_signals, forked, borrowed); // all are set here
    std::fflush(stdout);
    ends = true;
    other.join();
    if (argc > 1 && std::string(argv[1]) == "exec")
        execl("/proc/self/exe", argv[0], "again", static_cast<char*>(nullptr));
    if (argc > 1 && std::string(argv[1]) == "crash")
        *reinterpret_cast<volatile int*>(8) = 1;
    return static_cast<int>(sum);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// As many threads as its argument says (default 3) wait in worker() while main waits in join(), for 60 seconds at most
// or until SIGTERM. Prints "ready" when all of them wait. With "exit" behind the number it waits for SIGUSR1 then, and
// ends with status 0 with all of them.

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

static std::atomic<int> g_waiting{0};

static void worker(int id)
{
    int laps = 0;
    ++g_waiting;
    while (laps < 600 + id) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        ++laps;
    }
}

int main(int argc, char** argv)
{
    const int count = argc > 1 ? static_cast<int>(std::strtol(argv[1], nullptr, 10)) : 3;
    const bool exits = argc > 2 && std::strcmp(argv[2], "exit") == 0;
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR1);
    if (exits)
        pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    std::vector<std::thread> threads;
    for (int id = 0; id < count; ++id)
        threads.emplace_back(worker, id);
    while (g_waiting < count)
        std::this_thread::yield();
    std::puts("ready");
    std::fflush(stdout);
    if (exits) {
        int number = 0;
        sigwait(&signals, &number);
        std::exit(0);
    }
    for (std::thread& thread : threads)
        thread.join();
    return 0;
}

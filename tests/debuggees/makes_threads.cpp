// SPDX-License-Identifier: GPL-3.0-or-later
// Prints "0 0", then makes one thread after the other, each of which counts, for 60 seconds at most. A dot on stdout
// for every hundred; an X and the end when one was not made, or not as many have counted as were made.

#include <atomic>
#include <chrono>
#include <cstdio>
#include <pthread.h>
#include <unistd.h>

static std::atomic<long> g_counted{0};

static void* count(void*)
{
    ++g_counted;
    return nullptr;
}

int main()
{
    std::puts("0 0");
    std::fflush(stdout);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    for (long made = 1; std::chrono::steady_clock::now() < end; ++made) {
        pthread_t thread;
        if (pthread_create(&thread, nullptr, count, nullptr) != 0 || pthread_join(thread, nullptr) != 0 ||
            g_counted != made)
            return ::write(STDOUT_FILENO, "X", 1) == 1 ? 1 : 2;
        if (made % 100 == 0 && ::write(STDOUT_FILENO, ".", 1) != 1)
            return 2;
    }
    return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Two threads do laps for a minute; the handler of SIGRTMIN + 2, of which none is lost, counts how often it was called,
// and lap() is told when that is as often as the argument says.

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <pthread.h>
#include <unistd.h>

static std::atomic<int> g_got{0};
static int g_all = 0;
static volatile long g_laps = 0;

static void handler(int)
{
    ++g_got;
}

extern "C" __attribute__((noinline)) void allCame()
{
    g_laps = g_laps + 1;
}

extern "C" __attribute__((noinline)) void lap(long number)
{
    g_laps = g_laps + number % 3;
    g_laps = g_laps + 1; // laps
}

static void* laps(void*)
{
    for (long i = 0; g_got < g_all; ++i) {
        lap(i);
        usleep(200);
    }
    return nullptr;
}

int main(int argc, char** argv)
{
    g_all = argc > 1 ? std::atoi(argv[1]) : 1;
    alarm(60);
    std::signal(SIGRTMIN + 2, handler);
    pthread_t other;
    pthread_create(&other, nullptr, laps, nullptr);
    laps(nullptr);
    pthread_join(other, nullptr);
    allCame();
    return 0;
}

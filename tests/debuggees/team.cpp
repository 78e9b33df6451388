// SPDX-License-Identifier: GPL-3.0-or-later
// Three threads, "left", "middle" and "right", and main count laps, for 60 seconds at most. Left holds the lock that
// main takes in each of its laps while it counts its own. Prints "ready" when all have counted one. With "ends" as its
// argument the three end after their first lap, and main waits for that.

#include <pthread.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

static volatile long g_laps[4]; // left, middle, right, main
static volatile bool g_ends = false;
static pthread_mutex_t g_lock = PTHREAD_MUTEX_INITIALIZER;

static void leftLap()
{
    pthread_mutex_lock(&g_lock);
    g_laps[0] = g_laps[0] + 1; // left counts
    pthread_mutex_unlock(&g_lock);
}

static void* worker(void* argument)
{
    static const char* const names[] = {"left", "middle", "right"};
    const long who = *static_cast<long*>(argument);
    const long share = who == 2 ? 7 : 5;
    pthread_setname_np(pthread_self(), names[who]);
    for (long turn = 0; turn < 60000 && !(g_ends && turn > 0); ++turn) {
        if (who == 0)
            leftLap();
        else
            g_laps[who] = g_laps[who] + 1; // others count
        usleep(1000);
    }
    return argument;
}

static void mainLap()
{
    pthread_mutex_lock(&g_lock);
    g_laps[3] = g_laps[3] + 1; // main counts
    pthread_mutex_unlock(&g_lock);
    usleep(1000);
}

int main(int argc, char** argv)
{
    static long numbers[] = {0, 1, 2};
    pthread_t threads[3];
    g_ends = argc > 1 && std::strcmp(argv[1], "ends") == 0;
    for (long& number : numbers)
        pthread_create(&threads[number], nullptr, worker, &number);
    while (g_laps[0] == 0 || g_laps[1] == 0 || g_laps[2] == 0)
        usleep(1000);
    std::puts("ready");
    std::fflush(stdout);
    for (int lap = 0; lap < 60000 && !g_ends; ++lap)
        mainLap();
    for (pthread_t thread : threads)
        pthread_join(thread, nullptr); // main waits
    return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// What each thread has for itself: of the program, and of the libraries libown1.so, which the C library's tables lead
// to, and libown2.so, at one place in all threads. Main adds 0 to all, thread 1 adds 1 and thread 2 adds 2, which uses
// no library. Main comes to the function pause_here when all have. At its end each thread calls the function turn.

#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <string>

namespace counts {
thread_local long perThread = 100;
}
struct Pair
{
    int x;
    double y[3];
};
__thread int plain = 7;
static thread_local Pair pair = {1, {0.5, 1.5, 2.5}};

static void (*g_adds[2])(int) = {};
static std::atomic<int> g_ready{0};
static std::atomic<bool> g_goes{false};
static volatile int g_pauses = 0;

__attribute__((noinline)) void pause_here(int number)
{
    g_pauses = number; // stops are made here
}

__attribute__((noinline)) void turn(int who)
{
    plain += 100 * who; // turns
}

static void add(int who)
{
    thread_local int inside = 50;
    inside += who;
    plain += who;
    counts::perThread += 10 * who;
    pair.y[1] += who;
    if (who != 2) {
        for (const auto one : g_adds)
            one(who);
    }
    ++g_ready;
    if (who > 0) {
        while (!g_goes)
            usleep(1000); // waits
    }
}

static void* work(void* argument)
{
    const int who = *static_cast<int*>(argument);
    add(who);
    turn(who);
    return argument;
}

int main(int, char** argv)
{
    const std::string self = argv[0];
    const std::string folder = self.substr(0, self.rfind('/') + 1);
    for (int i = 0; i < 2; ++i) {
        void* const library = dlopen((folder + "libown" + std::to_string(i + 1) + ".so").c_str(), RTLD_NOW);
        if (!library)
            return std::puts(dlerror());
        g_adds[i] = reinterpret_cast<void (*)(int)>(dlsym(library, "own_add"));
    }
    static int numbers[] = {1, 2};
    pthread_t threads[2];
    for (int i = 0; i < 2; ++i)
        pthread_create(&threads[i], nullptr, work, &numbers[i]);
    add(0);
    while (g_ready < 3)
        usleep(1000);
    pause_here(1);
    g_goes = true;
    for (const pthread_t thread : threads)
        pthread_join(thread, nullptr);
    g_adds[0](0);
    return 0;
}

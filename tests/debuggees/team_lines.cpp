// SPDX-License-Identifier: GPL-3.0-or-later
// team_lines KIND WHAT: a team of four threads does laps of the same lines, each as often as it can within a minute,
// beside a thread "progress" that only counts. KIND: "openmp", whose first thread is main's, or "pthreads", for which
// main waits. WHAT: "exits", one of them ends at "may end" (of pthreads); "crashes", one does at "may crash"; "slow",
// one works for half a second in each lap; "raises", each sends itself a signal that it handles; "spins", each has a
// timer send it one while it computes; "laps" is none of these.

#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

extern "C" int omp_get_thread_num();

static constexpr int kTeam = 4;
static volatile bool g_openMp = true;
static const char* g_what = "laps";
static volatile long g_sums[kTeam];
static volatile long g_progress;
static volatile long* g_nowhere = nullptr;
static pthread_barrier_t g_barrier;
static pthread_mutex_t g_lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((noinline)) static long work(int who)
{
    volatile long sum = 0;
    for (long i = 0; i < 1000 * (who + 1); ++i)
        sum = sum + i % 3;
    if (who == 3 && std::strcmp(g_what, "slow") == 0)
        usleep(500000);
    return sum;
}

__attribute__((noinline)) static void meet()
{
    if (g_openMp) {
#pragma omp barrier
    } else {
        pthread_barrier_wait(&g_barrier);
    }
}

__attribute__((noinline)) static void mayEnd(int who)
{
    if (who == 1 && std::strcmp(g_what, "exits") == 0)
        pthread_exit(nullptr);
}

__attribute__((noinline)) static void mayCrash(int who)
{
    if (who == 2 && std::strcmp(g_what, "crashes") == 0)
        *g_nowhere = 1; // crashes
}

static thread_local volatile long t_caught;

extern "C" __attribute__((noinline)) void handler(int number)
{
    t_caught = t_caught + number; // handles
    t_caught = t_caught + 1;      // has handled
}

__attribute__((noinline)) static void maySignal()
{
    t_caught = 0;
    if (std::strcmp(g_what, "raises") == 0) {
        pthread_kill(pthread_self(), SIGUSR1); // raises
        t_caught = t_caught + 2;               // has raised
    }
    if (std::strcmp(g_what, "spins") != 0)
        return;
    sigevent to{};
    to.sigev_notify = SIGEV_THREAD_ID;
    to.sigev_signo = SIGUSR1;
    to._sigev_un._tid = static_cast<pid_t>(syscall(SYS_gettid));
    timer_t timer{};
    const itimerspec soon{{0, 0}, {0, 20000000}};
    timer_create(CLOCK_MONOTONIC, &to, &timer);
    timer_settime(timer, 0, &soon, nullptr);
    volatile long turns = 0; // is to spin
    while (t_caught == 0)    // spins
        turns = turns + 1;   // counts
    timer_delete(timer);
}

__attribute__((noinline)) static void lap(int who)
{
    maySignal();
    volatile long sum = who;       // begins
    sum = sum + work(who);         // works
    sum = sum + 2;                 // has worked
    meet();                        // meets
    sum = sum * 2;                 // has met
    pthread_mutex_lock(&g_lock);   // takes
    sum = sum + 1;                 // has taken
    pthread_mutex_unlock(&g_lock); // gives
    g_sums[who] = sum;             // has given
    mayEnd(who);                   // may end
    g_sums[who] = sum + 1;         // has not ended
    mayCrash(who);                 // may crash
    g_sums[who] = sum + 2;         // has not crashed
}

static void laps(int who)
{
    for (long i = 0; i < 1000000; ++i)
        lap(who);
}

static void* member(void* number)
{
    laps(*static_cast<int*>(number));
    return nullptr;
}

static void* progress(void*)
{
    pthread_setname_np(pthread_self(), "progress");
    for (int i = 0; i < 60000; ++i) {
        g_progress = g_progress + 1;
        usleep(1000);
    }
    _exit(3);
}

int main(int argc, char** argv)
{
    static int numbers[kTeam] = {0, 1, 2, 3};
    pthread_t threads[kTeam + 1];
    g_openMp = argc < 2 || std::strcmp(argv[1], "openmp") == 0;
    g_what = argc > 2 ? argv[2] : "laps";
    signal(SIGUSR1, handler);
    pthread_barrier_init(&g_barrier, nullptr, kTeam);
    pthread_create(&threads[kTeam], nullptr, progress, nullptr);
    if (g_openMp) {
#pragma omp parallel num_threads(kTeam)
        laps(omp_get_thread_num());
    } else {
        for (int& number : numbers)
            pthread_create(&threads[number], nullptr, member, &number);
        for (int i = 0; i < kTeam; ++i)
            pthread_join(threads[i], nullptr);
    }
    return 0;
}

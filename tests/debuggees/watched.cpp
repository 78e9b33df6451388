// SPDX-License-Identifier: GPL-3.0-or-later
// Data that is written, and read, in every way that a debugger may miss or make too much of. The argument says in which
// one; start() comes first, end() last.
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>

static volatile int g_total = 1;
static volatile double g_ratio = 0.5;
static volatile long g_sink = 0;

struct Flags
{
    unsigned low : 3;
    unsigned high : 5;
};
static volatile Flags g_flags = {1, 2};

struct Point
{
    int x;
    long y;
};
static volatile Point g_points[4];
static volatile char g_text[8] = "abc";
static char g_bytes[4] = "old";
static int g_many[4];
static std::jmp_buf g_jump;
static volatile int g_wide[300];
static volatile long g_huge[1000];
static volatile int g_gate = 0;
static int g_ends[2];

static void start()
{
    g_sink = g_sink + 1;
}

static void end()
{
    g_sink = g_sink + 1;
}

static void change(volatile int* number)
{
    *number = *number + 1; // the change
}

static int work(int n)
{
    volatile int local = n;
    g_sink = local; // local is there
    change(&local);
    if (n > 0 && n < 3)
        work(n + 10); // another call of it has another local
    change(&local);
    return local;
}

/// Uses the same part of the stack as work().
static int otherWork(int n)
{
    volatile int numbers[16];
    for (int i = 0; i < 16; ++i)
        numbers[i] = n;
    return numbers[3];
}

static int leave(int how)
{
    volatile int inner = how;
    g_sink = inner; // inner is there
    if (how == 1)
        std::longjmp(g_jump, 1);
    if (how == 2)
        throw std::runtime_error("out");
    return inner;
}

static void* inThread(void*)
{
    g_total = 7; // by another thread
    return nullptr;
}

static void* atGate(void*)
{
    while (g_gate == 0) // without asking the kernel
        g_sink = g_sink + 1;
    g_total = 8; // behind the gate
    g_gate = 2;
    return nullptr;
}

static void* inKernel(void*)
{
    char byte = 0;
    if (read(g_ends[0], &byte, 1) == 1)
        g_total = 9; // back from the kernel
    return nullptr;
}

static void onSignal(int)
{
    g_total = 10; // by a handler
}

/// With two threads, of which one waits for the other one.
static void withThread(void* (*function)(void*), bool isAtGate)
{
    pthread_t thread{};
    if (pipe(g_ends) != 0)
        return;
    pthread_create(&thread, nullptr, function, nullptr);
    usleep(20000);
    g_total = 6; // by the main thread
    if (isAtGate) {
        g_gate = 1;
        while (g_gate != 2)
            g_sink = g_sink + 1;
    } else if (write(g_ends[1], "x", 1) == 1) {
        g_sink = 1;
    }
    pthread_join(thread, nullptr);
}

namespace shop {
struct Error : std::logic_error
{
    using std::logic_error::logic_error;
};
} // namespace shop

static void throwAll()
{
    try {
        throw std::runtime_error("first"); // first
    } catch (const std::exception&) {
        g_sink = 1;
    }
    try {
        throw shop::Error("second"); // second
    } catch (const std::exception&) {
        g_sink = 2;
    }
    try {
        try {
            throw 3; // third
        } catch (int) {
            throw; // once more
        }
    } catch (int) {
        g_sink = 3;
    }
    try {
        std::rethrow_exception(std::make_exception_ptr(shop::Error("fourth"))); // fourth
    } catch (const shop::Error&) {
        g_sink = 4;
    }
}

static void inLaterWay(const std::string& way)
{
    if (way == "wide") {
        g_wide[250] = 5;
        g_wide[0] = 5;
        g_huge[0] = 5;
    } else if (way == "gate") {
        withThread(atGate, true);
    } else if (way == "poll") {
        withThread(inKernel, false);
    } else if (way == "handler") {
        std::signal(SIGCHLD, onSignal);
        raise(SIGCHLD);
    } else if (way == "child") {
        const pid_t child = fork();
        if (child == 0)
            _exit(0);
        waitpid(child, nullptr, 0);
        g_total = 11; // beside a child
    } else if (way == "long") {
        for (long i = 0; i < 200000000; ++i)
            g_sink = i; // for long
        std::exit(3);
    }
}

static void inWay(const std::string& way)
{
    if (way == "global") {
        g_total = 2; // global
        g_total = 2; // the same value
        g_sink = g_total;
        g_total = 3; // again
    } else if (way == "kinds") {
        g_ratio = 2.5;
        g_flags.low = 4;  // the other bits
        g_flags.high = 7; // these
        g_points[2].y = 11;
        g_text[0] = 'x';
    } else if (way == "both") {
        std::memset(g_many, 1, sizeof g_many);
    } else if (way == "local") {
        work(1);
        otherWork(5);
    } else if (way == "left") {
        if (setjmp(g_jump) == 0)
            leave(1);
        otherWork(5);
    } else if (way == "unwound") {
        try {
            leave(2);
        } catch (const std::runtime_error&) {
            g_sink = 5;
        }
        otherWork(5);
    } else if (way == "thread") {
        pthread_t thread{};
        pthread_create(&thread, nullptr, inThread, nullptr);
        pthread_join(thread, nullptr);
    } else if (way == "kernel") {
        int ends[2];
        if (pipe(ends) == 0 && write(ends[1], "new", 3) == 3 && read(ends[0], g_bytes, 3) == 3)
            g_bytes[0] = 'N'; // by the program
    } else if (way == "often") {
        for (int i = 0; i < 1000; ++i)
            g_total = i;
    } else if (way == "throw") {
        throwAll();
    } else {
        inLaterWay(way);
    }
}

int main(int argc, char** argv)
{
    start();
    inWay(argc > 1 ? argv[1] : "");
    end();
    return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// A thread "counts" counts for a minute; main waits for it in the kernel, by a function whose first instruction is that
// call: a debugger that has main go past a breakpoint there, with nobody else running, waits as well.

#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static volatile unsigned long g_count;

extern "C" long enterKernel();
#if defined(__x86_64__)
asm(".globl enterKernel\n.type enterKernel, @function\nenterKernel:\n syscall\n ret\n.size enterKernel, .-enterKernel");
#else
asm(".globl enterKernel\n.type enterKernel, %function\nenterKernel:\n svc 0\n ret\n.size enterKernel, .-enterKernel");
#endif

static void waitInKernel()
{
    const timespec minute{60, 0};
#if defined(__x86_64__)
    long number = SYS_nanosleep;
    asm volatile("call enterKernel" : "+a"(number) : "D"(&minute), "S"(nullptr) : "rcx", "r11", "memory");
#else
    register long number asm("x8") = SYS_nanosleep;
    register const timespec* first asm("x0") = &minute;
    register timespec* second asm("x1") = nullptr;
    asm volatile("bl enterKernel" : "+r"(first) : "r"(number), "r"(second) : "x30", "memory");
#endif
}

static void* counts(void*)
{
    pthread_setname_np(pthread_self(), "counts");
    while (true) {
        g_count = g_count + 1; // counts
        g_count = g_count + 2; // counts more
    }
    return nullptr;
}

int main()
{
    pthread_t thread;
    alarm(120);
    pthread_create(&thread, nullptr, counts, nullptr);
    while (g_count == 0)
        usleep(1000);
    waitInKernel();
    return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// A thread "counts" counts for a minute; main waits for it in the kernel, by a function whose first instruction is that
// call: a debugger that has main go past a breakpoint there, with nobody else running, waits as well. The call is one
// that ends when the thread is made to stand: another one the kernel would have begin anew, at the breakpoint.

#include <pthread.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
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
    const long nothing = epoll_create1(0);
    epoll_event event;
    constexpr long kMinute = 60000;
#if defined(__x86_64__)
    long number = SYS_epoll_pwait;
    register long limit asm("r10") = kMinute;
    register const void* mask asm("r8") = nullptr;
    register long size asm("r9") = 8;
    asm volatile("call enterKernel"
                 : "+a"(number)
                 : "D"(nothing), "S"(&event), "d"(1L), "r"(limit), "r"(mask), "r"(size)
                 : "rcx", "r11", "memory");
#else
    register long number asm("x8") = SYS_epoll_pwait;
    register long first asm("x0") = nothing;
    register epoll_event* second asm("x1") = &event;
    register long most asm("x2") = 1;
    register long limit asm("x3") = kMinute;
    register const void* mask asm("x4") = nullptr;
    register long size asm("x5") = 8;
    asm volatile("bl enterKernel"
                 : "+r"(first)
                 : "r"(number), "r"(second), "r"(most), "r"(limit), "r"(mask), "r"(size)
                 : "x30", "memory");
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
    pthread_join(thread, nullptr);
    return 0;
}

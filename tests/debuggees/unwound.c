// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of all kinds, for stacks: recursion, what is put into others, last calls, handlers of signals (within each
// other, and on a stack of their own), code that no table tells of, calls that are left by longjmp().
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

volatile long sink;
static char stack[1 << 16];
static jmp_buf back;

__attribute__((noinline)) static void leaf(void)
{
    sink += 1;
}
void called_by_bare(void)
{
    leaf();
}
void bare(void);
__asm__(
    ".text\n.globl bare\nbare:\n push %rbx\n call called_by_bare\n pop %rbx\n ret\n"); // nothing says how it is unwound

__attribute__((noinline)) static void handler(int s)
{
    sink += s;
    leaf();
    if (s == SIGUSR1)
        raise(SIGUSR2);
}
__attribute__((noinline)) static int down(int n)
{
    return n == 0 ? 0 : down(n - 1) + 1;
}
__attribute__((noinline)) static int vary(int n)
{
    int a[n];
    a[n / 2] = n;
    sink += a[n / 2];
    leaf();
    return a[n / 2];
}
__attribute__((noinline)) static int wide(void)
{
    double x __attribute__((aligned(64))) = 1;
    sink += (long)&x;
    leaf();
    return (int)x;
}
static inline __attribute__((always_inline)) int inner(int n)
{
    sink += n;
    leaf();
    return n + 1;
}
static inline __attribute__((always_inline)) int outer(int n)
{
    return inner(n) + 2;
}
__attribute__((noinline)) static int last(int n)
{
    return down(n); // -O2: a tail call
}
__attribute__((noinline)) static void jumps(int n)
{
    if (n == 0)
        longjmp(back, 1);
    jumps(n - 1);
    leaf();
}
static int compare(const void* a, const void* b)
{
    leaf();
    return *(const int*)a - *(const int*)b;
}

int main(void)
{
    int numbers[] = {3, 1, 2};
    sink += down(2) + vary(7) + wide() + outer(3) + last(1);
    bare();
    signal(SIGUSR1, handler);
    struct sigaction other = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
    sigaction(SIGUSR2, &other, NULL);
    stack_t elsewhere = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&elsewhere, NULL);
    raise(SIGUSR1);
    qsort(numbers, 3, sizeof numbers[0], compare);
    if (setjmp(back) == 0)
        jumps(2);
    return 0;
}

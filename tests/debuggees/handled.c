// SPDX-License-Identifier: GPL-3.0-or-later
// A signal that comes while the program computes, and one that comes in the C library.
#include <signal.h>
#include <sys/time.h>

volatile int caught;
volatile long sum;

static void handler(int number)
{
    caught += number; // first
    caught += 1;
}

__attribute__((noinline)) static void spin(void)
{
    while (!caught) // spins
        ++sum; // counts
    sum += 2;
}

int main(void)
{
    const struct itimerval soon = {{0, 0}, {0, 50000}};
    signal(SIGALRM, handler);
    setitimer(ITIMER_REAL, &soon, 0);
    spin();
    raise(SIGALRM); // raises
    sum += caught; // behind
    return 0;
}

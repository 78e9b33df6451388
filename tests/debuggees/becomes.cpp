// SPDX-License-Identifier: GPL-3.0-or-later
// Becomes another program: its first argument, with the others as its arguments. Waits for SIGUSR1 first.

#include <csignal>
#include <unistd.h>

int main(int argc, char** argv)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, nullptr);
    int signal = 0;
    sigwait(&set, &signal);
    sigprocmask(SIG_UNBLOCK, &set, nullptr);
    return argc > 1 ? execv(argv[1], argv + 1) : 1;
}

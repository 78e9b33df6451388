// SPDX-License-Identifier: GPL-3.0-or-later
// Says "ready", and with SIGUSR1 ends itself as the argument says: "trap" by an instruction, "raise" and "kill" by
// sending itself SIGTRAP. Ends after 60 seconds.

#include <csignal>
#include <cstdio>
#include <cstring>
#include <unistd.h>

static volatile std::sig_atomic_t g_now = 0;

static void onSignal(int)
{
    g_now = 1;
}

int main(int argc, char** argv)
{
    const char* const how = argc > 1 ? argv[1] : "trap";
    std::signal(SIGUSR1, onSignal);
    std::puts("ready");
    std::fflush(stdout);
    for (int i = 0; i < 60000 && g_now == 0; ++i)
        ::usleep(1000);
    if (std::strcmp(how, "raise") == 0)
        std::raise(SIGTRAP);
    else if (std::strcmp(how, "kill") == 0)
        ::kill(::getpid(), SIGTRAP);
    else
#if defined(__x86_64__)
        asm volatile("int3");
#else
        __builtin_trap();
#endif
    return 0;
}

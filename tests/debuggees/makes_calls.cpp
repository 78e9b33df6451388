// SPDX-License-Identifier: GPL-3.0-or-later
// Makes system calls of a known order. Without arguments: twice getppid, and a write that is refused; what they gave it
// prints at its end. "sleeps": one sleep of a second. "for ever": getppid until it is killed. "threads": two threads,
// each makes getppid 50 times.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

namespace {

int g_refused = 0;
long g_parent = 0;
int g_slept = -1;

void makeCalls() // gone through twice
{
    g_parent = syscall(SYS_getppid);
    if (syscall(SYS_write, -1, "x", 1) < 0 && errno == EBADF)
        ++g_refused;
}

void makeMany()
{
    constexpr int kMany = 50;
    for (int i = 0; i < kMany; ++i)
        syscall(SYS_getppid);
}

} // namespace

int main(int argc, char** argv)
{
    const char* const what = argc > 1 ? argv[1] : "";
    if (std::strcmp(what, "sleeps") == 0) {
        const timespec second{1, 0};
        g_slept = static_cast<int>(syscall(SYS_nanosleep, &second, nullptr));
    } else if (std::strcmp(what, "for ever") == 0) {
        for (;;) {
            syscall(SYS_getppid);
            usleep(1000);
        }
    } else if (std::strcmp(what, "threads") == 0) {
        std::thread one(makeMany);
        std::thread other(makeMany);
        one.join();
        other.join();
    } else {
        makeCalls();
        makeCalls();
    }
    std::printf("refused %d parent %d slept %d\n", g_refused, g_parent == getppid() ? 1 : 0, g_slept);
    return 0;
}

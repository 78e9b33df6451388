// SPDX-License-Identifier: GPL-3.0-or-later
// Says where inChild() is (hexadecimal, twice), then forks ten children a second, for 60 seconds at most. Each child
// calls inChild() and exits; a dot on stdout for each that did so in an orderly way, an X for one that did not.

#include <chrono>
#include <cstdio>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

__attribute__((noinline)) static int inChild(int number)
{
    return number * 2;
}

int main()
{
    const auto address = reinterpret_cast<unsigned long>(&inChild);
    std::printf("%lx %lx\n", address, address);
    std::fflush(stdout);
    for (int i = 0; i < 600; ++i) {
        const pid_t child = ::fork();
        if (child == 0)
            ::_exit(inChild(21) == 42 ? 0 : 1);
        int status = 1;
        ::waitpid(child, &status, 0);
        if (::write(STDOUT_FILENO, status == 0 ? "." : "X", 1) != 1)
            return 1;
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    return 0;
}

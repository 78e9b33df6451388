// SPDX-License-Identifier: GPL-3.0-or-later
// Has nothing to do with MPI: never calls PMIx_Init. Prints a line, then sleeps for as many seconds as its argument
// says (default 0).

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

int main(int argc, char** argv)
{
    std::puts("no MPI here");
    std::fflush(stdout);
    if (argc > 1)
        std::this_thread::sleep_for(std::chrono::seconds(std::strtol(argv[1], nullptr, 10)));
    return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// mpi_threads COUNT HOW: every rank starts COUNT threads that wait, and ends with status 0 while they still do. HOW:
// "return" of main, "exit" without the C++ library's end, "thread": one of the threads ends the process.

#include <mpi.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    const long count = argc > 1 ? std::strtol(argv[1], nullptr, 10) : 20;
    const std::string how = argc > 2 ? argv[2] : "return";
    for (long i = 0; i < count; ++i)
        std::thread([] { std::this_thread::sleep_for(std::chrono::minutes(1)); }).detach();
    MPI_Finalize();
    if (how == "exit")
        std::_Exit(0);
    if (how == "thread")
        std::thread([] { std::_Exit(0); }).join();
    return 0;
}

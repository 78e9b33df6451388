// SPDX-License-Identifier: GPL-3.0-or-later
// Every rank echoes each line of its standard input as "rank N got: LINE" and says "rank N eof after M lines".

#include <mpi.h>

#include <iostream>
#include <string>

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::string line;
    int lines = 0;
    while (std::getline(std::cin, line)) {
        ++lines;
        std::cout << "rank " + std::to_string(rank) + " got: " + line + "\n" << std::flush;
    }
    std::cout << "rank " + std::to_string(rank) + " eof after " + std::to_string(lines) + " lines\n" << std::flush;
    MPI_Finalize();
    return 0;
}

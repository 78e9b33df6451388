// SPDX-License-Identifier: GPL-3.0-or-later
// Every rank greets on stdout and on stderr and ends with the status that the argument says (default 0).

#include <mpi.h>

#include <cstdio>
#include <cstdlib>

static void greet(int rank, int size)
{
    std::printf("hello from rank %d of %d\n", rank, size);
    std::fflush(stdout);
    std::fprintf(stderr, "rank %d says so on stderr\n", rank);
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    greet(rank, size);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return argc > 1 ? static_cast<int>(std::strtol(argv[1], nullptr, 10)) : 0;
}

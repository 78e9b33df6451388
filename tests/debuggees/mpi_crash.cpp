// SPDX-License-Identifier: GPL-3.0-or-later
// The rank that its argument says (default 0; -1: every rank) dies of SIGSEGV in writeThroughNull(); the others wait
// for it in a barrier.

#include <mpi.h>

#include <cstdlib>

static void writeThroughNull(int rank)
{
    int* nowhere = nullptr;
    *nowhere = rank;
}

int main(int argc, char** argv)
{
    const int victim = argc > 1 ? static_cast<int>(std::strtol(argv[1], nullptr, 10)) : 0;
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (victim < 0)
        MPI_Barrier(MPI_COMM_WORLD);
    if (rank == victim || victim < 0)
        writeThroughNull(rank);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

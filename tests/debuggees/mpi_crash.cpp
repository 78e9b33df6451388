// SPDX-License-Identifier: GPL-3.0-or-later
// The rank that its argument says (default 0; -1: every rank) dies of SIGSEGV in writeThroughNull(); the others wait
// for it in a barrier. With a second argument rank R is R + 1 calls of descend() deep then.

#include <mpi.h>

#include <cstdlib>

static void writeThroughNull(int rank)
{
    int* nowhere = nullptr;
    *nowhere = rank;
}

static void descend(int rank, int left)
{
    if (left == 0)
        writeThroughNull(rank);
    else
        descend(rank, left - 1);
}

int main(int argc, char** argv)
{
    const bool isDeep = argc > 2;
    const int victim = argc > 1 ? static_cast<int>(std::strtol(argv[1], nullptr, 10)) : 0;
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (victim < 0)
        MPI_Barrier(MPI_COMM_WORLD);
    if (rank == victim || victim < 0)
        isDeep ? descend(rank, rank) : writeThroughNull(rank);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

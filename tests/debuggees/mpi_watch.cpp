// SPDX-License-Identifier: GPL-3.0-or-later
// mpi_watch: each rank counts in a global, in a local and in the heap, then throws and catches; ranks meet in a barrier
// in each round. Ends with status 0.

#include <mpi.h>

#include <memory>
#include <stdexcept>

static int g_total = 0;

static void add(int* where, int more)
{
    *where += more; // adds
}

static int sum(int rank)
{
    int local = rank;
    for (int i = 0; i < 3; ++i)
        add(&local, 10); // local
    return local;
}

static void meet(int round)
{
    g_total = round; // meets
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const std::unique_ptr<double> heap(new double(rank));
    const int local = sum(rank); // begins
    for (int round = 1; round <= 3; ++round)
        meet(round);
    *heap += 0.5; // heap
    int caught = 0;
    try {
        if (rank == 1)
            throw std::out_of_range("of rank 1"); // throws
    } catch (const std::exception&) {
        ++caught;
    }
    MPI_Finalize();
    return local == rank + 30 && g_total == 3 && caught == (rank == 1 ? 1 : 0) && *heap > rank ? 0 : 1;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// mpi_apart: ranks take ways of different lengths through the same functions. Lines to stop at are found by their
// comments. Ends with status 0.

#include <mpi.h>

static int sweep(int rank)
{
    int sum = 0; // sweep begins
    if (rank == 1) {
        sum += 1;
        sum += 2;
        sum += 3; // the long way
    }
    for (int i = 0; i < 3 * rank; ++i)
        sum += i; // loops
    sum *= 2;     // all come here
    return sum;
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int sum = sweep(rank); // sweeps
    int early = 0;
    int late = 0;
    if (rank == 0)
        early = sum; // leads
    else
        late = sum; // is ahead
    MPI_Finalize(); // ends
    return early + late - sum;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// mpi_steps: every rank counts in a loop and then down, by a function that calls itself, rank 1 from higher up. Lines
// to stop at are found by their comments. Ends with status 0.

#include <mpi.h>

static int countDown(int left)
{
    if (left == 0)
        return 0; // the end of it
    const int below = countDown(left - 1);
    return below + 1; // on the way back
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int sum = 0; // begins
    for (int i = 0; i < 10; ++i)
        sum += i; // loops
    const int from = rank == 1 ? 5 : 3;
    const int down = countDown(from); // goes down
    sum += down;
    MPI_Finalize(); // ends
    return sum == 45 + from ? 0 : 1;
}

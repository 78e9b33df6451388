// SPDX-License-Identifier: GPL-3.0-or-later
// Every rank has a team of three OpenMP threads: the first one comes to line 19 while the others wait for it.

#include <mpi.h>

extern "C" int omp_get_thread_num();

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    int sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
    {
        const int number = omp_get_thread_num();
        int mine = number == 0 ? 1 : 2;
#pragma omp barrier
        if (number == 0) {
            volatile int reached = 0;
            reached = mine;
            mine += reached - reached;
        }
#pragma omp barrier
        sum += mine;
    }
    MPI_Finalize();
    return sum == 5 ? 0 : 1;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// mpi_two_files: each rank makes three turns in the other file, mpi_two_files_other.cpp.

#include <mpi.h>

#include <memory>

int turnElsewhere(int rank, int turn, std::unique_ptr<int> counted);

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::unique_ptr<long> sum = std::make_unique<long>(0);
    for (int turn = 0; turn < 3; ++turn)
        *sum += turnElsewhere(rank, turn, std::make_unique<int>(turn));
    MPI_Finalize();
    return *sum == 3L * rank + 3 ? 0 : 1;
}

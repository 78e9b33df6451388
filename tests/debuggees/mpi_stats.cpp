// SPDX-License-Identifier: GPL-3.0-or-later
// Arrays of numbers that differ from rank to rank, with NaN and infinities in the last one: look at them in look().
// Needs no more than the ranks that the test starts, and ends with status 0.

#include <mpi.h>

#include <cstdint>
#include <limits>
#include <vector>

struct Cell
{
    float weight;
    int id;
};

static void look(double (&u)[2][50], std::int64_t (&wide)[3], std::uint64_t (&top)[2], const int (&same)[4],
                 const Cell (&cells)[3], const double* none, const std::vector<float>& list)
{
    const double scalar = u[0][0];
    MPI_Barrier(MPI_COMM_WORLD); // here
    u[1][49] = scalar + static_cast<double>(wide[0]) + static_cast<double>(top[0]) + same[0] + cells[0].weight +
               (none ? 1 : 0) + list[0];
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double u[2][50];
    for (int i = 0; i < 100; ++i)
        u[i / 50][i % 50] = 100.0 * rank + i;
    std::int64_t wide[3] = {std::numeric_limits<std::int64_t>::min() + rank, 0,
                            std::numeric_limits<std::int64_t>::max() - rank};
    std::uint64_t top[2] = {std::numeric_limits<std::uint64_t>::max(), std::uint64_t(rank)};
    const int same[4] = {1, 2, 3, 4};
    const Cell cells[3] = {{0.5F, 7}, {1.5F, 8}, {2.5F, 9}};
    if (rank == size - 1) {
        u[0][3] = std::numeric_limits<double>::quiet_NaN();
        u[1][7] = std::numeric_limits<double>::infinity();
    }
    look(u, wide, top, same, cells, nullptr, {0.5F, float(rank), -2});
    MPI_Finalize();
    return 0;
}

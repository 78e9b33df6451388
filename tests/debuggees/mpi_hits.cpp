// SPDX-License-Identifier: GPL-3.0-or-later
// mpi_hits THREADS TIMES: in every rank, so many threads call hit() so many times each, all at the same time. Ends with
// status 0 if each call was made once, and counted once.

#include <mpi.h>

#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>

namespace {

std::atomic<long> g_sum{0};

struct Work
{
    int rank = 0;
    int thread = 0;
    double load = 0;
};

void hit(const Work* work, int i)
{
    g_sum += i + work->thread;
}

} // namespace

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    const int threads = argc > 1 ? std::atoi(argv[1]) : 2;
    const int times = argc > 2 ? std::atoi(argv[2]) : 100;
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::vector<Work> works(static_cast<std::size_t>(threads));
    std::vector<std::thread> running;
    for (int t = 0; t < threads; ++t) {
        Work& work = works[static_cast<std::size_t>(t)];
        work = {rank, t, 0.5 * t};
        running.emplace_back([&work, times] {
            for (int i = 0; i < times; ++i)
                hit(&work, i);
        });
    }
    for (std::thread& thread : running)
        thread.join();
    long expected = 0;
    for (int t = 0; t < threads; ++t)
        expected += static_cast<long>(times) * (times - 1) / 2 + static_cast<long>(times) * t;
    MPI_Finalize();
    return g_sum == expected ? 0 : 1;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// mpi_hits THREADS TIMES: in every rank, so many threads call hit() so many times each, all at the same time; each has
// changed objects of its own before. Ends with status 0 if each call was made once, and counted once.

#include <mpi.h>

#include <atomic>
#include <cstdlib>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace {

std::atomic<long> g_sum{0};

struct Work
{
    int rank = 0;
    int thread = 0;
    double load = 0;
    std::vector<int> seen = {};
    std::deque<int> latest = {}; // 100 at the most
    std::string name = {};
    std::optional<int> odd = {};
    std::unique_ptr<int> count = {};
};

void hit(const Work* work, int i)
{
    g_sum += i + work->thread;
}

void note(Work& work, int i)
{
    work.seen.push_back(i);
    work.latest.push_back(i);
    if (work.latest.size() > 100)
        work.latest.pop_front();
    work.name = i % 2 == 0 ? "even" : "a name that is too long for the object itself";
    work.odd = i % 2 == 0 ? std::nullopt : std::optional(i);
    ++*work.count;
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
        work.rank = rank;
        work.thread = t;
        work.load = 0.5 * t;
        work.count = std::make_unique<int>(0);
        running.emplace_back([&work, times] {
            for (int i = 0; i < times; ++i) {
                note(work, i);
                hit(&work, i);
            }
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

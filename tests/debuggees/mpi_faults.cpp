// SPDX-License-Identifier: GPL-3.0-or-later
// mpi_faults WHAT: every rank adds up a share of numbers in rounds, and all meet behind each. WHAT: "none"; "deadlock",
// in round 3 each waits for a message of the next one that none has sent yet; "race", two threads of rank 1 add to the
// same number without a lock; "crash", the last rank but one looks for something in round 2 that is not there, while
// the others wait for it. Ends with status 0 when all sums are right.

#include <mpi.h>

#include <cstdio>
#include <cstring>
#include <pthread.h>
#include <unistd.h>

struct Particle
{
    double place = 0;
    double mass = 1;
};

static const char* g_what = "none";
static int g_rank = 0;
static int g_size = 1;
static volatile long g_sum = 0;

static constexpr int kRounds = 4;
static constexpr int kShare = 20;

extern "C" __attribute__((noinline)) double massOf(const Particle* particle)
{
    return particle->mass; // looks
}

extern "C" __attribute__((noinline)) void* addUp(void*)
{
    for (int i = 0; i < kShare; ++i) {
        const long before = g_sum;
        usleep(100);
        g_sum = before + 1; // adds
    }
    return nullptr;
}

static pthread_barrier_t g_both;

static void* addUpBeside(void*)
{
    pthread_barrier_wait(&g_both);
    return addUp(nullptr);
}

extern "C" __attribute__((noinline)) void askNext(int next)
{
    int answer = 0;
    MPI_Recv(&answer, 1, MPI_INT, next, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // waits
    MPI_Send(&answer, 1, MPI_INT, (g_rank + g_size - 1) % g_size, 0, MPI_COMM_WORLD);
}

extern "C" __attribute__((noinline)) void work(int round)
{
    if (g_rank == 1 && std::strcmp(g_what, "race") == 0) {
        pthread_t other;
        pthread_barrier_init(&g_both, nullptr, 2);
        pthread_create(&other, nullptr, addUpBeside, nullptr);
        addUpBeside(nullptr);
        pthread_join(other, nullptr);
    } else {
        addUp(nullptr);
        addUp(nullptr);
    }
    if (round == 3 && std::strcmp(g_what, "deadlock") == 0)
        askNext((g_rank + 1) % g_size);
    if (round == 2 && g_rank == g_size - 2 && std::strcmp(g_what, "crash") == 0)
        g_sum = static_cast<long>(massOf(nullptr));
}

extern "C" __attribute__((noinline)) void meet(int round)
{
    MPI_Barrier(MPI_COMM_WORLD);
    if (g_rank == 0)
        std::printf("round %d\n", round);
}

int main(int argc, char** argv)
{
    g_what = argc > 1 ? argv[1] : g_what;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &g_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &g_size);
    for (int round = 1; round <= kRounds; ++round) {
        work(round);
        meet(round);
    }
    const bool isRight = g_sum == 2L * kShare * kRounds; // checks
    MPI_Finalize();
    return isRight ? 0 : 1;
}

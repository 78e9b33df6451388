// SPDX-License-Identifier: GPL-3.0-or-later
// mpi_floats: every rank divides by zero, twice by the same instruction, computes NaN, overflows, and divides by x87
// (which never traps), in this order; then another thread and a child do it. All of it is harmless without traps. Ends
// with status 0 and says what it has computed: "inf inf nan inf inf inf child 0".
#include <mpi.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

static volatile double g_zero = 0.0;
static volatile double g_huge = 1e308;
static volatile long double g_longZero = 0.0L;
static volatile double g_ofThread = 0.0;

static double divide()
{
    return 1.0 / g_zero; // divides
}

static double makeNan()
{
    return g_zero / g_zero; // NaN
}

static double grow()
{
    return g_huge * g_huge; // overflows
}

static long double divideLong()
{
    const long double quotient = 1.0L / g_longZero; // by x87
    return quotient + 1.0L;                         // which tells with the next instruction
}

static void* divideInThread(void*)
{
    g_ofThread = 2.0 / g_zero; // in a thread
    return nullptr;
}

static int statusOfChild()
{
    const pid_t child = fork();
    if (child == 0)
        _exit(divide() > 0 ? 0 : 1);
    int status = 0;
    return waitpid(child, &status, 0) == child ? status : -1;
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    double quotients[2];
    for (double& quotient : quotients)
        quotient = divide();
    const double none = makeNan();
    const double grown = grow();
    const long double far = divideLong();
    pthread_t thread;
    pthread_create(&thread, nullptr, divideInThread, nullptr);
    pthread_join(thread, nullptr);
    const int status = statusOfChild();
    std::printf("%g %g %s %g %Lg %g child %d\n", quotients[0], quotients[1], none != none ? "nan" : "?", grown, far,
                g_ofThread, status);
    std::fflush(stdout);
    MPI_Finalize();
    return 0;
}

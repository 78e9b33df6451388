// SPDX-License-Identifier: GPL-3.0-or-later
// mpi_moments [abort|fatal|exit]: rank 1 makes MPI calls that fail, under handlers that return; rank 0 makes processes
// in each way there is and prints their ends. Then rank 1 calls MPI_Abort with 3, or makes a call that fails under the
// handler that is fatal; or each rank ends by exit() with 5 and its number, or by return with 0.

#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

static int endOf(pid_t pid)
{
    int status = 0;
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static int spawned(const char* program)
{
    pid_t pid = 0;
    char name[] = "program";
    char* const arguments[] = {name, nullptr};
    return posix_spawn(&pid, program, nullptr, nullptr, arguments, environ) == 0 ? endOf(pid) : -1000;
}

static void makeProcesses()
{
    const pid_t child = fork(); // forks
    if (child == 0)
        _exit(3);
    const int forked = endOf(child);
    const pid_t other = vfork(); // forks once more
    if (other == 0)
        _exit(4);
    const int sharing = endOf(other);
    const int good = spawned("/bin/true");
    const int missing = spawned("/no/such/program");
    const int shell = std::system("exit 6");
    std::printf("fork %d vfork %d spawn %d missing %d system %d\n", forked, sharing, good, missing, WEXITSTATUS(shell));
    std::fflush(stdout);
}

static void failCalls(int size)
{
    int value = 1;
    MPI_Send(&value, 1, MPI_INT, size + 7, 0, MPI_COMM_WORLD);         // no such rank
    MPI_Bcast(&value, 1, MPI_INT, size + 7, MPI_COMM_WORLD);           // no such root
    MPI_Send(&value, -1, MPI_INT, 0, 0, MPI_COMM_SELF);                // no such count
    MPI_Reduce(&value, &value, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_NULL); // no communicator
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    const char* const what = argc > 1 ? argv[1] : "";
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    if (rank == 0)
        makeProcesses();
    if (rank == 1)
        failCalls(size);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1 && std::strcmp(what, "abort") == 0)
        MPI_Abort(MPI_COMM_WORLD, 3); // aborts
    if (rank == 1 && std::strcmp(what, "fatal") == 0) {
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
        MPI_Send(&size, 1, MPI_INT, -7, 0, MPI_COMM_WORLD); // fails for good
    }
    MPI_Finalize();
    if (std::strcmp(what, "exit") == 0)
        std::exit(5 + rank); // exits
    return 0;
}

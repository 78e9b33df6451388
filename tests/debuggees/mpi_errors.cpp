// SPDX-License-Identifier: GPL-3.0-or-later
// mpi_errors WHAT: MPI calls of rank 1 fail. `returned`: under handlers that give the error back, on communicators and
// on a window; `own`: under one of the program's own. All others end the job: `default` under the handler that
// communicators have at first, `thread` the same in a thread, `aborts` under MPI_ERRORS_ABORT, `window` on a window,
// `null` on no communicator, `late` behind two that were given back.

#include <mpi.h>

#include <cstdio>
#include <cstring>
#include <thread>

static int calls = 0;
static MPI_Win window;
static int place = 0;

static void count(MPI_Comm*, int*, ...)
{
    ++calls;
}

static void send()
{
    int value = 1;
    calls += MPI_Send(&value, 1, MPI_INT, -7, 0, MPI_COMM_WORLD) != MPI_SUCCESS; // fails
}

static void put()
{
    int value = 1;
    calls += MPI_Put(&value, 1, MPI_INT, 99, 0, 1, MPI_INT, window) != MPI_SUCCESS; // fails, too
}

static void giveBack()
{
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    send();
    send();
}

static void fail(const char* what)
{
    const auto is = [what](const char* other) { return std::strcmp(what, other) == 0; };
    if (is("returned")) {
        giveBack();
        MPI_Win_set_errhandler(window, MPI_ERRORS_RETURN);
        put();
    } else if (is("own")) {
        MPI_Errhandler handler;
        MPI_Comm_create_errhandler(count, &handler);
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
        send();
    } else if (is("late")) {
        giveBack();
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
        send();
    } else if (is("default")) {
        send();
    } else if (is("thread")) {
        std::thread(send).join();
    } else if (is("window")) {
        put();
    } else if (is("null")) {
        int size = 0;
        MPI_Comm_size(MPI_COMM_NULL, &size);
    }
#ifdef MPI_ERRORS_ABORT
    else if (is("aborts")) {
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ABORT);
        send();
    }
#endif
}

int main(int argc, char** argv)
{
    int provided = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&place, sizeof place, sizeof place, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    if (rank == 1)
        fail(argc > 1 ? argv[1] : "");
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    if (rank == 1)
        std::printf("failed %d\n", calls);
    std::fflush(stdout);
    MPI_Finalize();
    return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// mpi_reports [memory]: rank 1 uses freed memory, of which AddressSanitizer makes a report and ends it. Compiled with
// -fsanitize=address.

#include <mpi.h>

#include <cstdio>
#include <cstring>

extern "C" const char* __asan_default_options()
{
    return "detect_leaks=0"; // it cannot look for them in a process that is traced
}

static int useFreed(int* memory)
{
    delete memory;
    return *memory; // freed
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    const char* const what = argc > 1 ? argv[1] : "";
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 1 && std::strcmp(what, "memory") == 0)
        std::printf("%d\n", useFreed(new int(size)));
    std::fflush(stdout);
    MPI_Finalize();
    return 0;
}

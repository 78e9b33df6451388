// SPDX-License-Identifier: GPL-3.0-or-later
// launcher_rank SECONDS FOLDER [read]: a rank of a job under any launcher, for the tests of what dbgr can do with each.
// Built with every MPI, and (LAUNCHER_RANK_PLAIN) without any. Each rank writes its process id to FOLDER/pid.RANK and
// its turns (20 a second) to FOLDER/beat.RANK; it ends after SECONDS, or when FOLDER/stop appears. It prints "rank R of
// N begins" at the start, "rank R turn T" every 20 turns, and "rank R ends" at the end. With "read" it first reads
// lines from its standard input, to their end, and prints "rank R read: LINE".

#ifndef LAUNCHER_RANK_PLAIN
#include <mpi.h>
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int rank = 0;
static int size = 1;
static long turns = 0;
static const char* folder = ".";

static void writeNumber(const char* name, long number)
{
    char path[4096];
    char temporary[4200];
    snprintf(path, sizeof path, "%s/%s.%d", folder, name, rank);
    snprintf(temporary, sizeof temporary, "%s.new", path);
    FILE* file = fopen(temporary, "w");
    if (!file)
        return;
    fprintf(file, "%ld\n", number);
    fclose(file);
    rename(temporary, path);
}

static void turn(long number)
{
    const struct timespec pause = {0, 50000000};
    turns = number;
    writeNumber("beat", turns);
    if (turns % 20 == 0) {
        printf("rank %d turn %ld\n", rank, turns);
        fflush(stdout);
    }
    nanosleep(&pause, NULL);
}

static int stopped(void)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/stop", folder);
    return access(path, F_OK) == 0;
}

static void echoInput(void)
{
    char line[1024];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        printf("rank %d read: %s\n", rank, line);
        fflush(stdout);
    }
}

#ifdef LAUNCHER_RANK_PLAIN
static int fromEnvironment(const char* const* names, int otherwise)
{
    for (; *names; ++names)
        if (getenv(*names))
            return atoi(getenv(*names));
    return otherwise;
}
#endif

int main(int argc, char** argv)
{
    const long seconds = argc > 1 ? atol(argv[1]) : 10;
    if (argc > 2)
        folder = argv[2];
#ifdef LAUNCHER_RANK_PLAIN
    const char* const ranks[] = {"PMIX_RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID", NULL};
    const char* const sizes[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_NTASKS", NULL};
    rank = fromEnvironment(ranks, 0);
    size = fromEnvironment(sizes, 1);
#else
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
#endif
    printf("rank %d of %d begins\n", rank, size);
    fprintf(stderr, "rank %d complains\n", rank);
    fflush(stdout);
    writeNumber("pid", (long)getpid());
    if (argc > 3 && strcmp(argv[3], "read") == 0)
        echoInput();
    for (long number = 1; number <= seconds * 20 && !stopped(); ++number)
        turn(number);
    printf("rank %d ends\n", rank);
    fflush(stdout);
#ifndef LAUNCHER_RANK_PLAIN
    MPI_Finalize();
#endif
    return 0;
}

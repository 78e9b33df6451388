/* SPDX-License-Identifier: GPL-3.0-or-later
 * A tool that launches jobs directly, gets their output as its own, and is told of their ends: tool_spawn URI.
 * \std "Direct launch" */
#include "tool.h"

#include <poll.h>

/* What the library wrote to our standard output, once it has `needle`; else whatever there is after a while. */
static int outputHas(int fd, const char* needle)
{
    static char text[4096];
    static size_t size;
    struct pollfd readable = {fd, POLLIN, 0};
    while (strstr(text, needle) == NULL) {
        if (size >= sizeof text - 1 || poll(&readable, 1, 5000) <= 0) {
            fprintf(report, "# the output is: %s\n", text);
            return 0;
        }
        const ssize_t got = read(fd, text + size, sizeof text - 1 - size);
        size += got > 0 ? (size_t)got : 0;
    }
    return 1;
}

static void launch(const char* script, int count, const char* name, char* nspace)
{
    char* shell[] = {"/bin/sh", "-c", (char*)script, NULL};
    pmix_info_t infos[] = {flagInfo(PMIX_FWD_STDOUT), flagInfo(PMIX_FWD_STDERR), flagInfo(PMIX_NOTIFY_COMPLETION),
                           flagInfo(PMIX_NOTIFY_JOB_EVENTS)};
    need(name, spawn(shell, count, infos, 4, nspace));
    expect("the job has a namespace", nspace[0] != '\0' && strcmp(nspace, self.nspace) != 0);
}

int main(int argc, char** argv)
{
    int output[2];
    openReport();
    if (pipe(output) != 0 || dup2(output[1], STDOUT_FILENO) < 0)
        return 2;
    connectTo(argc, argv);
    listenFor(PMIX_EVENT_JOB_END);
    listenFor(PMIX_EVENT_JOB_START);
    listenFor(PMIX_LAUNCH_COMPLETE);

    char good[PMIX_MAX_NSLEN + 1];
    launch("echo out of $PMIX_RANK; echo err >&2", 2, "PMIx_Spawn of two processes", good);
    const struct event* end = awaitEvent(PMIX_EVENT_JOB_END, good);
    expect("JOB_END of a good job", end != NULL);
    if (end != NULL) {
        expect("its status is 0", end->hasTermStatus && end->termStatus == 0);
        expect("it says when", end->hasTimestamp);
    }
    expect("JOB_START came", eventWithin(1, PMIX_EVENT_JOB_START, good) != NULL);
    expect("LAUNCH_COMPLETE came", eventWithin(1, PMIX_LAUNCH_COMPLETE, good) != NULL);
    expect("the output of rank 0 is forwarded", outputHas(output[0], "out of 0\n"));
    expect("the output of rank 1 is forwarded", outputHas(output[0], "out of 1\n"));

    char bad[PMIX_MAX_NSLEN + 1];
    launch("exit 3", 1, "PMIx_Spawn of one that fails", bad);
    end = awaitEvent(PMIX_EVENT_JOB_END, bad);
    expect("JOB_END of a bad job", end != NULL);
    if (end != NULL) {
        expect("its status is not 0", end->hasTermStatus && end->termStatus != 0);
        expect("its exit code is 3", end->hasExitCode && end->exitCode == 3);
        expect("it names the process", end->hasProc);
    }

    char none[PMIX_MAX_NSLEN + 1];
    char* missing[] = {"/no/such/program", NULL};
    expect("a program that is not there cannot be spawned", spawn(missing, 1, NULL, 0, none) != PMIX_SUCCESS);
    return leave();
}

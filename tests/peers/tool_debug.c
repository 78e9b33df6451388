/* SPDX-License-Identifier: GPL-3.0-or-later
 * A debugger: tool_debug URI launches itself as a job that stops in PMIx_Init, asks for its processes, launches itself
 * as the daemon of a debugger beside it, lets the job go, and waits for its end. \std "Debugger Support" */
#include "tool.h"

#include <signal.h>

/* ---- The job: stops in PMIx_Init if it is told to. */

static int runJob(void)
{
    alarm(60);
    if (PMIx_Init(&self, NULL, 0) != PMIX_SUCCESS)
        return 11;
    const pmix_proc_t all = procOf(self.nspace, PMIX_RANK_WILDCARD);
    if (PMIx_Fence(&all, 1, NULL, 0) != PMIX_SUCCESS)
        return 12;
    return PMIx_Finalize(NULL, 0) == PMIX_SUCCESS ? 0 : 13;
}

/* ---- The daemon: finds out whom to debug. Its exit status says how far it came. */

static int runDaemon(const char* target)
{
    alarm(60);
    if (PMIx_tool_init(&self, NULL, 0) != PMIX_SUCCESS)
        return 21;
    pmix_value_t* value = NULL;
    const pmix_proc_t all = procOf(self.nspace, PMIX_RANK_WILDCARD);
    if (PMIx_Get(&all, PMIX_DEBUG_TARGET, NULL, 0, &value) != PMIX_SUCCESS || value->type != PMIX_PROC)
        return 22;
    if (strcmp(value->data.proc->nspace, target) != 0)
        return 23;
    char* keys[] = {PMIX_QUERY_LOCAL_PROC_TABLE, NULL};
    pmix_info_t qualifier = makeInfo(PMIX_NSPACE, target, PMIX_STRING);
    pmix_query_t query = {keys, &qualifier, 1};
    pmix_info_t* found = NULL;
    size_t count = 0;
    if (PMIx_Query_info(&query, 1, &found, &count) != PMIX_SUCCESS || count != 1)
        return 24;
    if (found->value.type != PMIX_DATA_ARRAY || found->value.data.darray->size != 2)
        return 25;
    return PMIx_tool_finalize() == PMIX_SUCCESS ? 0 : 26;
}

/* ---- The debugger */

static void checkProcesses(const char* job)
{
    char* keys[] = {PMIX_QUERY_PROC_TABLE, NULL};
    pmix_info_t qualifier = makeInfo(PMIX_NSPACE, job, PMIX_STRING);
    pmix_query_t query = {keys, &qualifier, 1};
    pmix_info_t* found = NULL;
    size_t count = 0;
    need("the process table of the job", PMIx_Query_info(&query, 1, &found, &count));
    const pmix_data_array_t* table = count == 1 ? found->value.data.darray : NULL;
    expect("it has two processes", table != NULL && table->type == PMIX_PROC_INFO && table->size == 2);
    int alive = table != NULL;
    for (size_t i = 0; table != NULL && i < table->size; ++i)
        alive = alive && kill(((const pmix_proc_info_t*)table->array)[i].pid, 0) == 0;
    expect("which are alive", alive);
}

static void runDaemonBeside(char* program, char* job)
{
    char* daemon[] = {program, "--daemon", job, NULL};
    const pmix_proc_t target = procOf(job, PMIX_RANK_WILDCARD);
    const uint16_t one = 1;
    pmix_info_t infos[] = {flagInfo(PMIX_DEBUGGER_DAEMONS), makeInfo(PMIX_DEBUG_TARGET, &target, PMIX_PROC),
                           makeInfo(PMIX_DEBUG_DAEMONS_PER_NODE, &one, PMIX_UINT16), flagInfo(PMIX_NOTIFY_COMPLETION)};
    char daemons[PMIX_MAX_NSLEN + 1];
    need("PMIx_Spawn of a daemon", spawn(daemon, 1, infos, 4, daemons));
    expect("it is a job of its own", strcmp(daemons, job) != 0);
    const struct event* end = awaitEvent(PMIX_EVENT_JOB_END, daemons);
    expect("the daemon ends", end != NULL);
    if (end != NULL && end->termStatus != 0)
        fprintf(report, "# the daemon's status is %d\n", end->termStatus);
    expect("it found its target", end != NULL && end->termStatus == 0);
}

int main(int argc, char** argv)
{
    if (argc > 1 && strcmp(argv[1], "--job") == 0)
        return runJob();
    if (argc > 2 && strcmp(argv[1], "--daemon") == 0)
        return runDaemon(argv[2]);

    char program[4096] = "";
    if (readlink("/proc/self/exe", program, sizeof program - 1) < 0)
        return 2;
    connectTo(argc, argv);
    listenFor(PMIX_EVENT_JOB_END);
    listenFor(PMIX_READY_FOR_DEBUG);

    char job[PMIX_MAX_NSLEN + 1];
    char* stopped[] = {program, "--job", NULL};
    pmix_info_t infos[] = {flagInfo(PMIX_DEBUG_STOP_IN_INIT), flagInfo(PMIX_NOTIFY_COMPLETION)};
    need("PMIx_Spawn of a job that stops", spawn(stopped, 2, infos, 2, job));
    expect("READY_FOR_DEBUG of the job", awaitEvent(PMIX_READY_FOR_DEBUG, job) != NULL);
    checkProcesses(job);
    runDaemonBeside(program, job);
    release("PMIx_Notify_event releases", job, PMIX_RANK_WILDCARD);
    const struct event* end = awaitEvent(PMIX_EVENT_JOB_END, job);
    expect("the job runs to its end", end != NULL);
    expect("its status is 0", end != NULL && end->termStatus == 0);
    return leave();
}

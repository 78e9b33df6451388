// SPDX-License-Identifier: BSD-3-Clause
// A debugger's first steps, by the PMIx Standard alone: see README.md.
#include <pmix_tool.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static volatile int held, ended; // set by the library's thread

static void must(pmix_status_t status, const char* what)
{
    if (status >= 0 || status == PMIX_OPERATION_SUCCEEDED) // of a handler that is registered it is its number
        return;
    fprintf(stderr, "pmix-tool: %s: %s\n", what, PMIx_Error_string(status));
    exit(1);
}

static void onEvent(size_t id, pmix_status_t code, const pmix_proc_t* source, pmix_info_t infos[], size_t count,
                    pmix_info_t* results, size_t resultCount, pmix_event_notification_cbfunc_fn_t next, void* data)
{
    (void)id, (void)source, (void)infos, (void)count, (void)results, (void)resultCount;
    *(code == PMIX_READY_FOR_DEBUG ? &held : &ended) = 1;
    next(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, data); // every handler has to say that it is done
}

static void printProctable(const char* job)
{
    char* keys[] = {PMIX_QUERY_PROC_TABLE, NULL};
    pmix_info_t ofJob, *found = NULL;
    pmix_query_t query = {keys, &ofJob, 1};
    size_t count = 0;
    PMIX_INFO_LOAD(&ofJob, PMIX_NSPACE, job, PMIX_STRING);
    must(PMIx_Query_info(&query, 1, &found, &count), "asking for the process table");
    const pmix_proc_info_t* process = count > 0 ? found->value.data.darray->array : NULL;
    for (size_t i = 0; process && i < found->value.data.darray->size; ++i, ++process)
        printf("rank %u: process %d on %s, %s\n", process->proc.rank, process->pid, process->hostname,
               process->executable_name);
    PMIX_INFO_FREE(found, count);
}

int main(int argc, char** argv)
{
    if (argc < 4) {
        fprintf(stderr, "Usage: pmix-tool CONTACT N PROGRAM [ARGUMENT...]   CONTACT: file:NAME, or a server's URI\n");
        return 64;
    }
    pmix_proc_t self, job = PMIX_PROC_STATIC_INIT;
    pmix_info_t info[4];
    pmix_status_t ready = PMIX_READY_FOR_DEBUG, end = PMIX_EVENT_JOB_END;
    PMIX_INFO_LOAD(&info[0], PMIX_SERVER_URI, argv[1], PMIX_STRING);
    must(PMIx_tool_init(&self, info, 1), "connecting to the launcher");
    must(PMIx_Register_event_handler(&ready, 1, NULL, 0, onEvent, NULL, NULL), "asking for events");

    pmix_app_t app = {.cmd = argv[3], .argv = argv + 3, .maxprocs = atoi(argv[2]), .cwd = getcwd(NULL, 0)};
    const char* wishes[] = {PMIX_DEBUG_STOP_IN_INIT, PMIX_FWD_STDOUT, PMIX_FWD_STDERR, PMIX_NOTIFY_COMPLETION};
    for (int i = 0; i < 4; ++i)
        PMIX_INFO_LOAD(&info[i], wishes[i], NULL, PMIX_BOOL); // NULL: true
    must(PMIx_Spawn(info, 4, &app, 1, job.nspace), "launching the job");
    job.rank = PMIX_RANK_WILDCARD;
    PMIX_INFO_LOAD(&info[0], PMIX_EVENT_AFFECTED_PROC, &job, PMIX_PROC);
    must(PMIx_Register_event_handler(&end, 1, info, 1, onEvent, NULL, NULL), "asking for its end");
    while (!held && !ended)
        usleep(10000);
    printf("%s %s\n", job.nspace, ended ? "ended before it could be held" : "is held:");
    if (!ended) {
        printProctable(job.nspace);
        printf("Enter lets it go.\n");
        fflush(stdout);
        getchar();
        PMIX_INFO_LOAD(&info[0], PMIX_EVENT_CUSTOM_RANGE, &job, PMIX_PROC);
        PMIX_INFO_LOAD(&info[1], PMIX_EVENT_NON_DEFAULT, NULL, PMIX_BOOL);
        must(PMIx_Notify_event(PMIX_DEBUGGER_RELEASE, &self, PMIX_RANGE_CUSTOM, info, 2, NULL, NULL), "releasing it");
    }
    while (!ended)
        usleep(10000);
    must(PMIx_tool_finalize(), "taking leave");
    return 0;
}

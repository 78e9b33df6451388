// SPDX-License-Identifier: BSD-3-Clause
// A debugger's first steps, by the PMIx Standard alone: launches a job that is held in MPI_Init, prints where its
// processes are, and lets them go when somebody types Enter. See README.md.
#include <pmix_tool.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile int held, ended; // set by the library's thread
static pmix_nspace_t job;

static void must(pmix_status_t status, const char* what)
{
    if (status == PMIX_SUCCESS || status == PMIX_OPERATION_SUCCEEDED)
        return;
    fprintf(stderr, "pmix-tool: %s: %s\n", what, PMIx_Error_string(status));
    exit(1);
}

/// The first is told to who asked for the job; the end of a job to everybody who wants to know: its infos say which.
static void onEvent(size_t id, pmix_status_t code, const pmix_proc_t* source, pmix_info_t infos[], size_t count,
                    pmix_info_t* results, size_t resultCount, pmix_event_notification_cbfunc_fn_t next, void* data)
{
    (void)id, (void)source, (void)results, (void)resultCount;
    held = held || code == PMIX_READY_FOR_DEBUG;
    for (size_t i = 0; i < count && code == PMIX_EVENT_JOB_END; ++i)
        if (PMIX_CHECK_KEY(&infos[i], PMIX_EVENT_AFFECTED_PROC))
            ended = ended || strcmp(infos[i].value.data.proc->nspace, job) == 0;
    next(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, data); // every handler has to say that it is done
}

static void listenFor(pmix_status_t code)
{
    const pmix_status_t id = PMIx_Register_event_handler(&code, 1, NULL, 0, onEvent, NULL, NULL);
    must(id < 0 ? id : PMIX_SUCCESS, "asking for events");
}

static void await(volatile int* happened)
{
    while (!*happened && !ended)
        usleep(10000);
}

static void printProctable(void)
{
    char* keys[] = {PMIX_QUERY_PROC_TABLE, NULL};
    pmix_info_t ofJob, *found = NULL;
    pmix_query_t query = {keys, &ofJob, 1};
    size_t count = 0;
    PMIX_INFO_LOAD(&ofJob, PMIX_NSPACE, job, PMIX_STRING);
    must(PMIx_Query_info(&query, 1, &found, &count), "asking for the process table");
    const pmix_data_array_t* table = count > 0 ? found->value.data.darray : NULL; // of pmix_proc_info_t
    for (size_t i = 0; table && i < table->size; ++i) {
        const pmix_proc_info_t* process = (const pmix_proc_info_t*)table->array + i;
        printf("rank %u: process %d on %s, %s\n", process->proc.rank, (int)process->pid, process->hostname,
               process->executable_name);
    }
    fflush(stdout);
    PMIX_INFO_FREE(found, count);
}

int main(int argc, char** argv)
{
    if (argc < 4) {
        fprintf(stderr, "Usage: pmix-tool CONTACT N PROGRAM [ARGUMENT...]   CONTACT: file:NAME, or a server's URI\n");
        return 64;
    }
    pmix_proc_t self, processes;
    pmix_info_t info[4];
    PMIX_INFO_LOAD(&info[0], PMIX_SERVER_URI, argv[1], PMIX_STRING);
    must(PMIx_tool_init(&self, info, 1), "connecting to the launcher");

    listenFor(PMIX_READY_FOR_DEBUG);

    char folder[4096];
    pmix_app_t app = {
        .cmd = argv[3], .argv = argv + 3, .maxprocs = atoi(argv[2]), .cwd = getcwd(folder, sizeof folder)};
    const char* wishes[] = {PMIX_DEBUG_STOP_IN_INIT, PMIX_FWD_STDOUT, PMIX_FWD_STDERR, PMIX_NOTIFY_COMPLETION};
    for (int i = 0; i < 4; ++i)
        PMIX_INFO_LOAD(&info[i], wishes[i], NULL, PMIX_BOOL); // NULL: true
    must(PMIx_Spawn(info, 4, &app, 1, job), "launching the job");
    listenFor(PMIX_EVENT_JOB_END); // now that the job has a name; it comes even if it was before
    await(&held);
    printf("%s %s\n", job, ended ? "ended before it could be held" : "is held:");
    if (!ended) {
        printProctable();
        printf("Enter lets it go.\n");
        fflush(stdout);
        getchar();
        PMIX_LOAD_PROCID(&processes, job, PMIX_RANK_WILDCARD);
        PMIX_INFO_LOAD(&info[0], PMIX_EVENT_CUSTOM_RANGE, &processes, PMIX_PROC);
        PMIX_INFO_LOAD(&info[1], PMIX_EVENT_NON_DEFAULT, NULL, PMIX_BOOL);
        must(PMIx_Notify_event(PMIX_DEBUGGER_RELEASE, &self, PMIX_RANGE_CUSTOM, info, 2, NULL, NULL), "releasing it");
    }
    await(&ended);
    must(PMIx_tool_finalize(), "taking leave");
    return 0;
}

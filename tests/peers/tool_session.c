// SPDX-License-Identifier: GPL-3.0-or-later
// A tool: connects to the launcher whose process id is its first argument and that runs a job of two, asks about it,
// spawns a shell there, reads its output and hears of its end.
#include "must.h"

#include <pmix_tool.h>

#include <string.h>
#include <unistd.h>

static volatile int ended;
static pmix_nspace_t spawned;
static char output[256];

static void onEnd(size_t id, pmix_status_t status, const pmix_proc_t* source, pmix_info_t info[], size_t ninfo,
                  pmix_info_t* results, size_t nresults, pmix_event_notification_cbfunc_fn_t cbfunc, void* cbdata)
{
    (void)id, (void)status, (void)source, (void)results, (void)nresults;
    for (size_t i = 0; i < ninfo; ++i)
        if (PMIX_CHECK_KEY(&info[i], PMIX_EVENT_AFFECTED_PROC) && spawned[0] != '\0' &&
            PMIX_CHECK_NSPACE(info[i].value.data.proc->nspace, spawned))
            ended = 1;
    cbfunc(PMIX_SUCCESS, NULL, 0, NULL, NULL, cbdata);
}

static void onOutput(size_t id, pmix_iof_channel_t channel, pmix_proc_t* source, pmix_byte_object_t* payload,
                     pmix_info_t info[], size_t ninfo)
{
    (void)id, (void)source, (void)info, (void)ninfo;
    const size_t used = strlen(output);
    if (channel == PMIX_FWD_STDOUT_CHANNEL && payload->size < sizeof output - used - 1)
        memcpy(output + used, payload->bytes, payload->size);
}

/// The namespaces that the launcher tells of.
static char* namespaces(void)
{
    pmix_query_t query;
    pmix_info_t* results = NULL;
    size_t count = 0;
    char* names = NULL;
    PMIX_QUERY_CONSTRUCT(&query);
    pmix_status_t status;
    PMIX_ARGV_APPEND(status, query.keys, PMIX_QUERY_NAMESPACES);
    MUST(status);
    MUST(PMIx_Query_info(&query, 1, &results, &count));
    for (size_t i = 0; i < count; ++i)
        if (PMIX_CHECK_KEY(&results[i], PMIX_QUERY_NAMESPACES) && results[i].value.type == PMIX_STRING)
            names = strdup(results[i].value.data.string);
    PMIX_INFO_FREE(results, count);
    PMIX_QUERY_DESTRUCT(&query);
    EXPECT(names != NULL);
    return names;
}

static size_t processes(const char* nspace)
{
    pmix_query_t query;
    pmix_info_t* results = NULL;
    size_t count = 0;
    PMIX_QUERY_CONSTRUCT(&query);
    pmix_status_t status;
    PMIX_ARGV_APPEND(status, query.keys, PMIX_QUERY_PROC_TABLE);
    MUST(status);
    PMIX_QUERY_QUALIFIERS_CREATE(&query, 1);
    PMIX_INFO_LOAD(&query.qualifiers[0], PMIX_NSPACE, nspace, PMIX_STRING);
    MUST(PMIx_Query_info(&query, 1, &results, &count));
    EXPECT(count == 1 && results[0].value.type == PMIX_DATA_ARRAY);
    EXPECT(results[0].value.data.darray->type == PMIX_PROC_INFO);
    const size_t size = results[0].value.data.darray->size;
    const pmix_proc_info_t* procs = results[0].value.data.darray->array;
    for (size_t i = 0; i < size; ++i)
        EXPECT(procs[i].pid > 0 && procs[i].executable_name != NULL);
    PMIX_INFO_FREE(results, count);
    PMIX_QUERY_DESTRUCT(&query);
    return size;
}

static void spawn(void)
{
    pmix_app_t app;
    pmix_info_t info[3];
    pmix_status_t status;
    PMIX_APP_CONSTRUCT(&app);
    app.cmd = strdup("/bin/sh");
    app.maxprocs = 1;
    const char* arguments[] = {"sh", "-c", "sleep 1; echo hello"}; // there is time to ask for its output
    for (size_t i = 0; i < 3; ++i) {
        PMIX_ARGV_APPEND(status, app.argv, arguments[i]);
        MUST(status);
    }
    PMIX_INFO_LOAD(&info[0], PMIX_NOTIFY_COMPLETION, NULL, PMIX_BOOL);
    PMIX_INFO_LOAD(&info[1], PMIX_REQUESTOR_IS_TOOL, NULL, PMIX_BOOL);
    PMIX_INFO_LOAD(&info[2], PMIX_FWD_STDERR, NULL, PMIX_BOOL);
    pmix_nspace_t nspace;
    MUST(PMIx_Spawn(info, 3, &app, 1, nspace));
    memcpy(spawned, nspace, sizeof spawned);
    EXPECT(spawned[0] != '\0');
    PMIX_APP_DESTRUCT(&app);
}

int main(int argc, char** argv)
{
    pmix_proc_t self;
    pmix_info_t info;
    EXPECT(argc > 1);
    const pid_t server = atoi(argv[1]);
    PMIX_INFO_LOAD(&info, PMIX_SERVER_PIDINFO, &server, PMIX_PID);
    MUST(PMIx_tool_init(&self, &info, 1));
    EXPECT(self.nspace[0] != '\0');

    pmix_proc_t* servers = NULL;
    size_t count = 0;
    MUST(PMIx_tool_get_servers(&servers, &count));
    EXPECT(count == 1 && servers[0].nspace[0] != '\0');
    PMIX_PROC_FREE(servers, count);

    char* names = namespaces();
    names[strcspn(names, ",")] = '\0';
    EXPECT(processes(names) == 2);
    free(names);

    pmix_status_t code = PMIX_EVENT_JOB_END;
    EXPECT(PMIx_Register_event_handler(&code, 1, NULL, 0, onEnd, NULL, NULL) >= 0);
    spawn();
    pmix_proc_t job;
    PMIX_LOAD_PROCID(&job, spawned, PMIX_RANK_WILDCARD);
    const pmix_status_t pull = PMIx_IOF_pull(&job, 1, NULL, 0, PMIX_FWD_STDOUT_CHANNEL, onOutput, NULL, NULL);
    EXPECT(pull >= 0);
    for (int i = 0; i < 1000 && (!ended || strcmp(output, "hello\n") != 0); ++i)
        usleep(10000);
    EXPECT(ended);
    EXPECT(strcmp(output, "hello\n") == 0);
    MUST(PMIx_tool_finalize());
    printf("ok PMIx_tool_finalize\n");
    return 0;
}

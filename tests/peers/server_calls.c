// SPDX-License-Identifier: GPL-3.0-or-later
// A PMIx server that asks for things itself, and whose host keeps what is published: what the server asks, and what its
// one client does, comes to the functions of its host. Usage: server_calls_LIBRARY
// \std "Server-Specific Interfaces": pmix_server_module_t
#include "must.h"

#include "host.h"

#include <pmix_tool.h>

#include <stdbool.h>

static int failures;

static void expect(const char* name, int holds)
{
    printf("%s 0 %s\n", holds ? "ok" : "not ok", name);
    fflush(stdout);
    failures += !holds;
}

/* ---- The host. What it was asked for, and what it keeps. */

static volatile int queries, spawns, controls, logs, publishes, lookups, unpublishes, registrations;
static volatile int bySelf; /* of these, the server's own */
static pmix_proc_t server;
static char keptKey[PMIX_MAX_KEYLEN + 1], keptText[64];
static pmix_proc_t keptBy;

static void count(volatile int* what, const pmix_proc_t* who)
{
    ++*what;
    if (who != NULL && strcmp(who->nspace, server.nspace) == 0)
        ++bySelf;
}

static pmix_status_t onQuery(pmix_proc_t* who, pmix_query_t* asked, size_t n, pmix_info_cbfunc_t cbfunc, void* cbdata)
{
    static pmix_info_t answer;
    (void)n;
    count(&queries, who);
    if (asked->keys == NULL || strcmp(asked->keys[0], "host.key") != 0)
        return PMIX_ERR_NOT_FOUND;
    PMIX_INFO_LOAD(&answer, "host.key", "from the host", PMIX_STRING);
    cbfunc(PMIX_SUCCESS, &answer, 1, cbdata, NULL, NULL);
    return PMIX_SUCCESS;
}

static pmix_status_t onSpawn(const pmix_proc_t* who, const pmix_info_t infos[], size_t ninfo, const pmix_app_t apps[],
                             size_t napps, pmix_spawn_cbfunc_t cbfunc, void* cbdata)
{
    (void)infos, (void)ninfo;
    count(&spawns, who);
    if (napps != 1 || strcmp(apps[0].cmd, "program") != 0)
        return PMIX_ERR_BAD_PARAM;
    char nspace[PMIX_MAX_NSLEN + 1] = "spawned-job";
    cbfunc(PMIX_SUCCESS, nspace, cbdata);
    return PMIX_SUCCESS;
}

static pmix_status_t onControl(const pmix_proc_t* who, const pmix_proc_t targets[], size_t ntargets,
                               const pmix_info_t infos[], size_t ninfo, pmix_info_cbfunc_t cbfunc, void* cbdata)
{
    (void)targets, (void)ntargets, (void)infos, (void)ninfo, (void)cbfunc, (void)cbdata;
    count(&controls, who);
    cbfunc(PMIX_SUCCESS, NULL, 0, cbdata, NULL, NULL);
    return PMIX_SUCCESS;
}

static void onLog(const pmix_proc_t* who, const pmix_info_t data[], size_t ndata, const pmix_info_t infos[],
                  size_t ninfo, pmix_op_cbfunc_t cbfunc, void* cbdata)
{
    (void)data, (void)ndata, (void)infos, (void)ninfo;
    count(&logs, who);
    cbfunc(PMIX_SUCCESS, cbdata);
}

static pmix_status_t onPublish(const pmix_proc_t* who, const pmix_info_t infos[], size_t ninfo, pmix_op_cbfunc_t cbfunc,
                               void* cbdata)
{
    count(&publishes, who);
    keptBy = *who;
    for (size_t i = 0; i < ninfo; ++i)
        if (infos[i].value.type == PMIX_STRING) {
            snprintf(keptKey, sizeof keptKey, "%s", infos[i].key);
            snprintf(keptText, sizeof keptText, "%s", infos[i].value.data.string);
        }
    cbfunc(PMIX_SUCCESS, cbdata);
    return PMIX_SUCCESS;
}

static pmix_status_t onLookup(const pmix_proc_t* who, char** keys, const pmix_info_t infos[], size_t ninfo,
                              pmix_lookup_cbfunc_t cbfunc, void* cbdata)
{
    (void)infos, (void)ninfo;
    count(&lookups, who);
    if (keys == NULL || strcmp(keys[0], keptKey) != 0)
        return PMIX_ERR_NOT_FOUND;
    pmix_pdata_t found;
    PMIX_PDATA_CONSTRUCT(&found);
    PMIX_PDATA_LOAD(&found, &keptBy, keptKey, keptText, PMIX_STRING);
    cbfunc(PMIX_SUCCESS, &found, 1, cbdata);
    PMIX_PDATA_DESTRUCT(&found);
    return PMIX_SUCCESS;
}

static pmix_status_t onUnpublish(const pmix_proc_t* who, char** keys, const pmix_info_t infos[], size_t ninfo,
                                 pmix_op_cbfunc_t cbfunc, void* cbdata)
{
    (void)keys, (void)infos, (void)ninfo;
    count(&unpublishes, who);
    keptKey[0] = '\0';
    cbfunc(PMIX_SUCCESS, cbdata);
    return PMIX_SUCCESS;
}

static pmix_status_t onRegister(pmix_status_t* codes, size_t ncodes, const pmix_info_t infos[], size_t ninfo,
                                pmix_op_cbfunc_t cbfunc, void* cbdata)
{
    (void)infos, (void)ninfo, (void)cbfunc, (void)cbdata;
    for (size_t i = 0; i < ncodes; ++i)
        registrations += codes[i] == PMIX_EVENT_NODE_DOWN;
    return PMIX_OPERATION_SUCCEEDED;
}

/* ---- The client */

static void onEvent(size_t handler, pmix_status_t status, const pmix_proc_t* source, pmix_info_t infos[], size_t ninfo,
                    pmix_info_t results[], size_t nresults, pmix_event_notification_cbfunc_fn_t done, void* cbdata)
{
    (void)handler, (void)status, (void)source, (void)infos, (void)ninfo, (void)results, (void)nresults;
    done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, cbdata);
}

static void publishAndFind(const char* key)
{
    pmix_info_t info;
    PMIX_INFO_LOAD(&info, key, "its text", PMIX_STRING);
    MUST(PMIx_Publish(&info, 1));
    PMIX_INFO_DESTRUCT(&info);
    pmix_pdata_t data;
    PMIX_PDATA_CONSTRUCT(&data);
    PMIX_LOAD_KEY(data.key, key);
    MUST(PMIx_Lookup(&data, 1, NULL, 0));
    EXPECT(data.value.type == PMIX_STRING && strcmp(data.value.data.string, "its text") == 0);
    PMIX_PDATA_DESTRUCT(&data);
    char text[PMIX_MAX_KEYLEN + 1];
    snprintf(text, sizeof text, "%s", key);
    char* keys[] = {text, NULL};
    MUST(PMIx_Unpublish(keys, NULL, 0));
}

static int runClient(void)
{
    pmix_proc_t self;
    pmix_status_t code = PMIX_EVENT_NODE_DOWN;
    alarm(30);
    MUST(PMIx_Init(&self, NULL, 0));
    EXPECT(PMIx_Register_event_handler(&code, 1, NULL, 0, onEvent, NULL, NULL) >= 0);
    publishAndFind("client.key");
    MUST(PMIx_Finalize(NULL, 0));
    return 0;
}

/* ---- The server's own requests */

static void askAsServer(void)
{
    pmix_query_t query;
    pmix_info_t* found = NULL;
    size_t n = 0;
    PMIX_QUERY_CONSTRUCT(&query);
    pmix_status_t status;
    PMIX_ARGV_APPEND(status, query.keys, "host.key");
    status = PMIx_Query_info(&query, 1, &found, &n);
    expect("PMIx_Query_info of the server", status == PMIX_SUCCESS && n == 1 && found[0].value.type == PMIX_STRING &&
                                                strcmp(found[0].value.data.string, "from the host") == 0);
    if (found != NULL)
        PMIX_INFO_FREE(found, n);
    PMIX_QUERY_DESTRUCT(&query);

    pmix_app_t app;
    pmix_nspace_t nspace = "";
    PMIX_APP_CONSTRUCT(&app);
    app.cmd = strdup("program");
    PMIX_ARGV_APPEND(status, app.argv, "program");
    app.maxprocs = 1;
    status = PMIx_Spawn(NULL, 0, &app, 1, nspace);
    expect("PMIx_Spawn of the server", status == PMIX_SUCCESS && strcmp(nspace, "spawned-job") == 0);
    PMIX_APP_DESTRUCT(&app);

    publishAndFind("server.key");
    expect("what it publishes is its host's", publishes == 2 && lookups == 2 && unpublishes == 2);

    pmix_proc_t job;
    pmix_info_t kill, text;
    bool yes = true;
    PMIX_LOAD_PROCID(&job, kJob, PMIX_RANK_WILDCARD);
    PMIX_INFO_LOAD(&kill, PMIX_JOB_CTRL_KILL, &yes, PMIX_BOOL);
    found = NULL;
    expect("PMIx_Job_control of the server", PMIx_Job_control(&job, 1, &kill, 1, &found, &n) == PMIX_SUCCESS);
    PMIX_INFO_LOAD(&text, "any.channel", "text", PMIX_STRING);
    expect("PMIx_Log of the server", PMIx_Log(&text, 1, NULL, 0) == PMIX_SUCCESS);
    PMIX_INFO_DESTRUCT(&text);
}

int main(int argc, char** argv)
{
    if (argc > 1 && strcmp(argv[1], "--client") == 0)
        return runClient();
    pmix_server_module_t module;
    alarm(60);
    memset(&module, 0, sizeof module);
    module.fence_nb = onFence;
    module.query = onQuery;
    module.spawn = onSpawn;
    module.job_control = onControl;
    module.log = onLog;
    module.publish = onPublish;
    module.lookup = onLookup;
    module.unpublish = onUnpublish;
    module.register_events = onRegister;
    PMIX_LOAD_PROCID(&server, "host-of-calls", 0);
    pmix_info_t infos[2];
    PMIX_INFO_LOAD(&infos[0], PMIX_SERVER_NSPACE, server.nspace, PMIX_STRING);
    PMIX_INFO_LOAD(&infos[1], PMIX_SERVER_RANK, &server.rank, PMIX_PROC_RANK);
    MUST(PMIx_server_init(&module, infos, 2));

    registerJob(1);
    pmix_proc_t proc;
    volatile int done = 0;
    PMIX_LOAD_PROCID(&proc, kJob, 0);
    MUST(PMIx_server_register_client(&proc, geteuid(), getegid(), NULL, onDone, (void*)&done));
    waitFor(&done);
    char program[4096] = "";
    EXPECT(readlink("/proc/self/exe", program, sizeof program - 1) > 0);
    char* client[] = {program, "--client", NULL};
    const pid_t child = startRank(0, client);
    int status = 0;
    EXPECT(waitpid(child, &status, 0) == child);
    expect("the client is served", status == 0);
    expect("what it publishes is the host's", publishes == 1 && lookups == 1 && unpublishes == 1);
    expect("the host is told of the event that it wants", registrations >= 1);
    expect("none of it is the server's", bySelf == 0);

    askAsServer();
    expect("the host is asked each of these once", queries == 1 && spawns == 1 && controls == 1 && logs == 1);
    expect("for the server", bySelf == 7);
    MUST(PMIx_server_finalize());
    printf("ok 0 PMIx_server_finalize\n");
    return failures == 0 ? 0 : 1;
}

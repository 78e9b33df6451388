// SPDX-License-Identifier: GPL-3.0-or-later
// What a server may be asked beside its clients' requests: a session that its jobs are of, what it knows of a job, the
// fabrics that its host has; and what a process without such a host is told. Usage: server_sections_LIBRARY
// \std "Server-Specific Interfaces": PMIx_server_register_session, PMIx_server_collect_job_info; "Fabric Support"
#include "must.h"

#include "host.h"

#include <stdbool.h>
#include <string.h>

static int failures;

static void expect(const char* name, int holds)
{
    printf("%s 0 %s\n", holds ? "ok" : "not ok", name);
    fflush(stdout);
    failures += !holds;
}

static pmix_proc_t server;
static const uint32_t kSession = 17;

/* ---- The host */

static volatile int registered, updated, updatedIndex, controlled;
static const uint64_t kIndex = 3;

static pmix_status_t onFabric(const pmix_proc_t* who, pmix_fabric_operation_t operation, const pmix_info_t infos[],
                              size_t ninfo, pmix_info_cbfunc_t cbfunc, void* cbdata)
{
    static pmix_info_t answers[2];
    size_t count = 1;
    bool named = false;
    for (size_t i = 0; i < ninfo; ++i) {
        named = named ||
                (PMIX_CHECK_KEY(&infos[i], PMIX_FABRIC_IDENTIFIER) && strcmp(infos[i].value.data.string, "net0") == 0);
        if (PMIX_CHECK_KEY(&infos[i], PMIX_FABRIC_INDEX)) {
            updatedIndex = (int)infos[i].value.data.size;
            named = named || infos[i].value.data.size == kIndex;
        }
    }
    if ((strcmp(who->nspace, server.nspace) != 0 && strcmp(who->nspace, kJob) != 0) || !named)
        return PMIX_ERR_NOT_FOUND;
    PMIX_INFO_LOAD(&answers[0], PMIX_FABRIC_VENDOR, "somebody", PMIX_STRING);
    if (operation == PMIX_FABRIC_UPDATE_INFO) {
        PMIX_INFO_LOAD(&answers[1], PMIX_FABRIC_SHAPE, "3", PMIX_STRING);
        count = 2;
        ++updated;
    } else
        ++registered;
    cbfunc(PMIX_SUCCESS, answers, count, cbdata, NULL, NULL);
    return PMIX_SUCCESS;
}

static pmix_status_t onSessionControl(const pmix_proc_t* who, uint32_t session, const pmix_info_t directives[],
                                      size_t ndirs, pmix_info_cbfunc_t cbfunc, void* cbdata)
{
    static pmix_info_t answer;
    (void)who;
    if (session != kSession || ndirs != 1 || !PMIX_CHECK_KEY(&directives[0], PMIX_SESSION_PAUSE))
        return PMIX_ERR_NOT_FOUND;
    ++controlled;
    PMIX_INFO_LOAD(&answer, PMIX_SESSION_ID, &session, PMIX_UINT32);
    cbfunc(PMIX_SUCCESS, &answer, 1, cbdata, NULL, NULL);
    return PMIX_SUCCESS;
}

/* ---- The client */

static volatile int controlCame;
static volatile uint32_t controlOf;

static void onControlled(pmix_status_t status, pmix_info_t* infos, size_t count, void* cbdata,
                         pmix_release_cbfunc_t release, void* releaseData)
{
    (void)cbdata;
    if (status == PMIX_SUCCESS && count == 1)
        controlOf = infos[0].value.data.uint32;
    if (release != NULL)
        release(releaseData);
    controlCame = 1;
}

/// \std "Session Control"
static void controlSession(const char* name)
{
    pmix_info_t pause;
    const bool yes = true;
    PMIX_INFO_LOAD(&pause, PMIX_SESSION_PAUSE, &yes, PMIX_BOOL);
    controlCame = 0;
    controlOf = 0;
    MUST(PMIx_Session_control(kSession, &pause, 1, onControlled, NULL));
    waitFor(&controlCame);
    expect(name, controlOf == kSession && PMIx_Session_control(kSession, &pause, 1, NULL, NULL) == PMIX_SUCCESS &&
                     PMIx_Session_control(kSession + 1, &pause, 1, NULL, NULL) == PMIX_ERR_NOT_FOUND);
}

static void expectSession(const pmix_proc_t* whose, const char* name)
{
    pmix_info_t info[2];
    pmix_value_t* value = NULL;
    const bool yes = true;
    PMIX_INFO_LOAD(&info[0], PMIX_SESSION_INFO, &yes, PMIX_BOOL);
    PMIX_INFO_LOAD(&info[1], PMIX_SESSION_ID, &kSession, PMIX_UINT32);
    const pmix_status_t status = PMIx_Get(whose, PMIX_CLUSTER_ID, info, 2, &value);
    expect(name, status == PMIX_SUCCESS && value->type == PMIX_STRING && strcmp(value->data.string, "cluster-7") == 0);
    if (value != NULL)
        PMIX_VALUE_RELEASE(value);
}

static int runClient(void)
{
    pmix_proc_t self;
    pmix_fabric_t fabric;
    alarm(30);
    MUST(PMIx_Init(&self, NULL, 0));
    self.rank = PMIX_RANK_WILDCARD;
    expectSession(&self, "a client is told of the session");
    memset(&fabric, 0, sizeof fabric);
    expect("a fabric that the host has not is an error for a client, too",
           PMIx_Fabric_register(&fabric, NULL, 0) == PMIX_ERR_NOT_FOUND && fabric.ninfo == 0);
    fabric.name = strdup("net0");
    fabric.index = kIndex;
    expect("a client is told of a fabric", PMIx_Fabric_register(&fabric, NULL, 0) == PMIX_SUCCESS &&
                                               fabric.ninfo == 1 &&
                                               strcmp(fabric.info[0].value.data.string, "somebody") == 0);
    expect("and of what is new of it", PMIx_Fabric_update(&fabric) == PMIX_SUCCESS && fabric.ninfo == 2);
    free(fabric.name);
    fabric.name = NULL;
    controlSession("a client controls its session");
    expect("letting go of one is as good as never having had it",
           PMIx_Fabric_deregister(&fabric) == PMIX_SUCCESS &&
               PMIx_Fabric_deregister_nb(&fabric, NULL, NULL) == PMIX_OPERATION_SUCCEEDED);
    MUST(PMIx_Finalize(NULL, 0));
    return failures;
}

/* ---- The server */

static void registerJobOfSession(void)
{
    char hostname[256];
    char *nodes = NULL, *procs = NULL;
    const uint32_t one = 1;
    pmix_info_t session, info[6];
    volatile int done = 0;
    PMIX_INFO_LOAD(&session, PMIX_CLUSTER_ID, "cluster-7", PMIX_STRING);
    MUST(PMIx_server_register_session(kSession, &session, 1, onDone, (void*)&done));
    waitFor(&done);
    EXPECT(gethostname(hostname, sizeof hostname) == 0);
    MUST(PMIx_generate_regex(hostname, &nodes));
    MUST(PMIx_generate_ppn("0", &procs));
    PMIX_INFO_LOAD(&info[0], PMIX_JOB_SIZE, &one, PMIX_UINT32);
    PMIX_INFO_LOAD(&info[1], PMIX_UNIV_SIZE, &one, PMIX_UINT32);
    PMIX_INFO_LOAD(&info[2], PMIX_LOCAL_SIZE, &one, PMIX_UINT32);
    PMIX_INFO_LOAD(&info[3], PMIX_NODE_MAP, nodes, PMIX_REGEX);
    PMIX_INFO_LOAD(&info[4], PMIX_PROC_MAP, procs, PMIX_REGEX);
    PMIX_INFO_LOAD(&info[5], PMIX_SESSION_ID, &kSession, PMIX_UINT32);
    done = 0;
    MUST(PMIx_server_register_nspace(kJob, 1, info, 6, onDone, (void*)&done));
    waitFor(&done);
    free(nodes);
    free(procs);
}

static void collect(void)
{
    pmix_proc_t procs[3];
    pmix_data_buffer_t buffer;
    char* name = NULL;
    size_t size = 0;
    int32_t count = 1;
    PMIX_LOAD_PROCID(&procs[0], kJob, 0);
    PMIX_LOAD_PROCID(&procs[1], kJob, PMIX_RANK_WILDCARD);
    PMIX_LOAD_PROCID(&procs[2], "no-such-job", 0);
    PMIX_DATA_BUFFER_CONSTRUCT(&buffer);
    MUST(PMIx_server_collect_job_info(procs, 2, &buffer));
    MUST(PMIx_Data_unpack(NULL, &buffer, &name, &count, PMIX_STRING));
    MUST(PMIx_Data_unpack(NULL, &buffer, &size, &count, PMIX_SIZE));
    expect("what is known of a job is collected once", strcmp(name, kJob) == 0 && size == 6);
    pmix_info_t* infos = NULL;
    PMIX_INFO_CREATE(infos, size);
    count = (int32_t)size;
    MUST(PMIx_Data_unpack(NULL, &buffer, infos, &count, PMIX_INFO));
    bool found = false;
    for (size_t i = 0; i < size; ++i)
        found = found || (PMIX_CHECK_KEY(&infos[i], PMIX_SESSION_ID) && infos[i].value.data.uint32 == kSession);
    expect("as it was registered", found && buffer.unpack_ptr == buffer.pack_ptr);
    PMIX_INFO_FREE(infos, size);
    free(name);
    PMIX_DATA_BUFFER_DESTRUCT(&buffer);
    PMIX_DATA_BUFFER_CONSTRUCT(&buffer);
    expect("of a job that is not there nothing",
           PMIx_server_collect_job_info(&procs[2], 1, &buffer) == PMIX_ERR_NOT_FOUND);
    expect("and of no job", PMIx_server_collect_job_info(NULL, 0, &buffer) == PMIX_ERR_BAD_PARAM);
    PMIX_DATA_BUFFER_DESTRUCT(&buffer);
}

static void askForFabrics(void)
{
    pmix_fabric_t fabric, other;
    volatile int done = 0;
    memset(&fabric, 0, sizeof fabric);
    memset(&other, 0, sizeof other);
    fabric.name = strdup("net0");
    fabric.index = 3;
    expect("the host is asked for a fabric", PMIx_Fabric_register(&fabric, NULL, 0) == PMIX_SUCCESS &&
                                                 registered == 1 && fabric.ninfo == 1 &&
                                                 strcmp(fabric.info[0].value.data.string, "somebody") == 0);
    expect("and for what is new of it",
           PMIx_Fabric_update(&fabric) == PMIX_SUCCESS && updated == 1 && updatedIndex == 3 && fabric.ninfo == 2);
    MUST(PMIx_Fabric_update_nb(&fabric, onDone, (void*)&done));
    waitFor(&done);
    expect("also without waiting", updated == 2 && fabric.ninfo == 2);
    expect("one that it has not is an error",
           PMIx_Fabric_register(&other, NULL, 0) == PMIX_ERR_NOT_FOUND && other.ninfo == 0);
    expect("NULL is one", PMIx_Fabric_register(NULL, NULL, 0) == PMIX_ERR_BAD_PARAM &&
                              PMIx_Fabric_deregister(NULL) == PMIX_ERR_BAD_PARAM);
    expect("what was said is given back",
           PMIx_Fabric_deregister(&fabric) == PMIX_SUCCESS && fabric.ninfo == 0 && fabric.info == NULL);
    free(fabric.name);
}

static volatile int distancesCame;
static volatile pmix_status_t distancesStatus;

static void onDistances(pmix_status_t status, pmix_device_distance_t* distances, size_t count, void* cbdata,
                        pmix_release_cbfunc_t release, void* releaseData)
{
    (void)cbdata;
    EXPECT((status == PMIX_SUCCESS) == (count > 0) && (count == 0 || distances[0].uuid != NULL));
    release(releaseData);
    distancesStatus = status;
    distancesCame = 1;
}

/// Which devices there are is the machine's business; that both forms say the same is ours.
static void askForDistances(void)
{
    pmix_device_distance_t* distances = NULL;
    size_t count = 99;
    const pmix_status_t status = PMIx_Compute_distances(NULL, NULL, NULL, 0, &distances, &count);
    expect("distances, or none to tell of", (status == PMIX_SUCCESS && count > 0 && distances != NULL) ||
                                                (status == PMIX_ERR_NOT_FOUND && count == 0 && distances == NULL));
    if (distances != NULL)
        PMIX_DEVICE_DIST_FREE(distances, count);
    MUST(PMIx_Compute_distances_nb(NULL, NULL, NULL, 0, onDistances, NULL));
    waitFor(&distancesCame);
    expect("the same without waiting", distancesStatus == status);
    expect("and nothing without a place for them",
           PMIx_Compute_distances(NULL, NULL, NULL, 0, NULL, &count) == PMIX_ERR_BAD_PARAM);
}

int main(int argc, char** argv)
{
    if (argc > 1 && strcmp(argv[1], "--client") == 0)
        return runClient();
    pmix_server_module_t module;
    pmix_info_t infos[2];
    pmix_fabric_t early;
    pmix_device_distance_t* distances = NULL;
    size_t count = 0;
    alarm(60);
    memset(&early, 0, sizeof early);
    expect("nothing of it before there is a server",
           PMIx_Fabric_register(&early, NULL, 0) == PMIX_ERR_INIT && PMIx_Fabric_deregister(&early) == PMIX_ERR_INIT &&
               PMIx_Compute_distances(NULL, NULL, NULL, 0, &distances, &count) == PMIX_ERR_INIT);
    memset(&module, 0, sizeof module);
    module.fence_nb = onFence;
    module.fabric = onFabric;
    module.session_control = onSessionControl;
    PMIX_LOAD_PROCID(&server, "host-of-sections", 0);
    PMIX_INFO_LOAD(&infos[0], PMIX_SERVER_NSPACE, server.nspace, PMIX_STRING);
    PMIX_INFO_LOAD(&infos[1], PMIX_SERVER_RANK, &server.rank, PMIX_PROC_RANK);
    MUST(PMIx_server_init(&module, infos, 2));
    registerJobOfSession();
    collect();
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
    expect("the host was asked for it",
           registered == 1 && updated == 1 && (uint64_t)updatedIndex == kIndex && controlled == 2);
    registered = updated = 0;
    askForFabrics();
    controlSession("the server controls a session of its host");
    askForDistances();
    MUST(PMIx_server_finalize());
    printf("ok 0 PMIx_server_finalize\n");
    return failures == 0 ? 0 : 1;
}

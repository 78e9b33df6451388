// SPDX-License-Identifier: GPL-3.0-or-later
// A launcher of the smallest kind: a PMIx server that starts N times the program of its arguments and waits for all.
// Usage: server_host_LIBRARY N PROGRAM [ARGUMENTS...]
#include "must.h"

#include <pmix_server.h>

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const pmix_nspace_t kJob = "standard-job";

static volatile int connected;
static volatile int finalized;

static pmix_status_t onConnected(const pmix_proc_t* proc, void* object, pmix_op_cbfunc_t cbfunc, void* cbdata)
{
    (void)proc, (void)cbfunc, (void)cbdata;
    if (object == &connected)
        ++connected;
    return PMIX_OPERATION_SUCCEEDED;
}

static pmix_status_t onFinalized(const pmix_proc_t* proc, void* object, pmix_op_cbfunc_t cbfunc, void* cbdata)
{
    (void)proc, (void)cbfunc, (void)cbdata;
    if (object == &connected)
        ++finalized;
    return PMIX_OPERATION_SUCCEEDED;
}

static pmix_status_t onFence(const pmix_proc_t procs[], size_t nprocs, const pmix_info_t info[], size_t ninfo,
                             char* data, size_t ndata, pmix_modex_cbfunc_t cbfunc, void* cbdata)
{
    (void)procs, (void)nprocs, (void)info, (void)ninfo;
    cbfunc(PMIX_SUCCESS, data, ndata, cbdata, NULL, NULL); // the only server of the job
    return PMIX_SUCCESS;
}

/// For calls that are told of by a callback: the flag that it sets.
static void onDone(pmix_status_t status, void* cbdata)
{
    *(volatile int*)cbdata = status == PMIX_SUCCESS ? 1 : -1;
}

static void waitFor(volatile int* flag)
{
    for (int i = 0; i < 1000 && *flag == 0; ++i)
        usleep(10000);
    EXPECT(*flag == 1);
}

static void registerJob(unsigned ranks)
{
    char hostname[256];
    char procs[4096] = "";
    EXPECT(gethostname(hostname, sizeof hostname) == 0);
    for (unsigned rank = 0; rank < ranks; ++rank)
        snprintf(procs + strlen(procs), sizeof procs - strlen(procs), rank == 0 ? "%u" : ",%u", rank);
    char* nodeMap = NULL;
    char* procMap = NULL;
    MUST(PMIx_generate_regex(hostname, &nodeMap));
    MUST(PMIx_generate_ppn(procs, &procMap));

    pmix_info_t info[7];
    const uint32_t size = ranks;
    PMIX_INFO_LOAD(&info[0], PMIX_JOB_SIZE, &size, PMIX_UINT32);
    PMIX_INFO_LOAD(&info[1], PMIX_UNIV_SIZE, &size, PMIX_UINT32);
    PMIX_INFO_LOAD(&info[2], PMIX_MAX_PROCS, &size, PMIX_UINT32);
    PMIX_INFO_LOAD(&info[3], PMIX_LOCAL_SIZE, &size, PMIX_UINT32);
    PMIX_INFO_LOAD(&info[4], PMIX_NODE_MAP, nodeMap, PMIX_REGEX);
    PMIX_INFO_LOAD(&info[5], PMIX_PROC_MAP, procMap, PMIX_REGEX);
    PMIX_INFO_LOAD(&info[6], PMIX_JOBID, kJob, PMIX_STRING);
    volatile int done = 0;
    MUST(PMIx_server_register_nspace(kJob, (int)ranks, info, 7, onDone, (void*)&done));
    waitFor(&done);
    for (int i = 0; i < 7; ++i)
        PMIX_INFO_DESTRUCT(&info[i]);
    free(nodeMap);
    free(procMap);
}

static pid_t startRank(unsigned rank, char** argv)
{
    extern char** environ;
    pmix_proc_t proc;
    PMIX_LOAD_PROCID(&proc, kJob, rank);
    char** environment = NULL;
    for (char** each = environ; *each != NULL; ++each) {
        pmix_status_t status;
        PMIX_ARGV_APPEND(status, environment, *each);
        MUST(status);
    }
    MUST(PMIx_server_setup_fork(&proc, &environment));
    const pid_t child = fork();
    EXPECT(child >= 0);
    if (child == 0) {
        execve(argv[0], argv, environment);
        _exit(127);
    }
    return child;
}

int main(int argc, char** argv)
{
    EXPECT(argc > 2);
    const unsigned ranks = (unsigned)atoi(argv[1]);
    EXPECT(ranks > 0 && ranks < 256);
    pmix_server_module_t module;
    memset(&module, 0, sizeof module);
    module.client_connected = onConnected;
    module.client_finalized = onFinalized;
    module.fence_nb = onFence;
    MUST(PMIx_server_init(&module, NULL, 0));
    registerJob(ranks);
    for (unsigned rank = 0; rank < ranks; ++rank) {
        pmix_proc_t proc;
        volatile int done = 0;
        PMIX_LOAD_PROCID(&proc, kJob, rank);
        MUST(PMIx_server_register_client(&proc, geteuid(), getegid(), (void*)&connected, onDone, (void*)&done));
        waitFor(&done);
    }
    pid_t children[256];
    for (unsigned rank = 0; rank < ranks; ++rank)
        children[rank] = startRank(rank, argv + 2);
    int failed = 0;
    for (unsigned rank = 0; rank < ranks; ++rank) {
        int status = 0;
        EXPECT(waitpid(children[rank], &status, 0) == children[rank]);
        failed += status != 0;
    }
    EXPECT(failed == 0);
    for (int i = 0; i < 500 && finalized != (int)ranks; ++i)
        usleep(10000); // a child's end may be seen before the server's thread has told its last word
    EXPECT(connected == (int)ranks && finalized == (int)ranks);
    volatile int done = 0;
    PMIx_server_deregister_nspace(kJob, onDone, (void*)&done);
    waitFor(&done);
    MUST(PMIx_server_finalize());
    printf("ok 0 PMIx_server_finalize\n");
    return 0;
}

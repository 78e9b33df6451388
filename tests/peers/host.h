// SPDX-License-Identifier: GPL-3.0-or-later
// What programs share that are PMIx servers, launchers of the smallest kind: one job, on this node alone. To be
// included behind must.h.
#pragma once

#include <pmix_server.h>

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const pmix_nspace_t kJob = "standard-job";

static inline pmix_status_t onFence(const pmix_proc_t procs[], size_t nprocs, const pmix_info_t info[], size_t ninfo,
                                    char* data, size_t ndata, pmix_modex_cbfunc_t cbfunc, void* cbdata)
{
    (void)procs, (void)nprocs, (void)info, (void)ninfo;
    cbfunc(PMIX_SUCCESS, data, ndata, cbdata, NULL, NULL); // the only server of the job
    return PMIX_SUCCESS;
}

/// For calls that are told of by a callback: the flag that it sets.
static inline void onDone(pmix_status_t status, void* cbdata)
{
    *(volatile int*)cbdata = status == PMIX_SUCCESS ? 1 : -1;
}

static inline void waitFor(volatile int* flag)
{
    for (int i = 0; i < 1000 && *flag == 0; ++i)
        usleep(10000);
    EXPECT(*flag == 1);
}

static inline void registerJob(unsigned ranks)
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

static inline pid_t startRank(unsigned rank, char** argv)
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

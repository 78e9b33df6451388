// SPDX-License-Identifier: GPL-3.0-or-later
// A launcher of the smallest kind: a PMIx server that starts N times the program of its arguments and waits for all.
// Usage: server_host_LIBRARY N PROGRAM [ARGUMENTS...]
#include "must.h"

#include "host.h"

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

// SPDX-License-Identifier: GPL-3.0-or-later
// A PMIx server whose host makes groups: it is asked when all members of its node are there, says what number the group
// has, and refuses one of them; its two clients see that. Usage: server_groups_LIBRARY
// \std pmix_server_grp_fn_t
#include "must.h"

#include "host.h"

#include <stdbool.h>

static int failures;

static void expect(const char* name, int holds)
{
    printf("%s 0 %s\n", holds ? "ok" : "not ok", name);
    fflush(stdout);
    failures += !holds;
}

enum
{
    kMembers = 2
};
static const size_t kContextId = 4711;

/* ---- The host */

static volatile int constructs, destructs, members, wantedId, refused;

static pmix_status_t onGroup(pmix_group_operation_t operation, char group[], const pmix_proc_t procs[], size_t nprocs,
                             const pmix_info_t directives[], size_t ndirs, pmix_info_cbfunc_t cbfunc, void* cbdata)
{
    static pmix_info_t answers[2];
    static pmix_proc_t list[kMembers];
    if (operation == PMIX_GROUP_DESTRUCT) {
        ++destructs;
        cbfunc(PMIX_SUCCESS, NULL, 0, cbdata, NULL, NULL);
        return PMIX_SUCCESS;
    }
    if (strcmp(group, "refused") == 0) {
        ++refused;
        return PMIX_ERR_NO_PERMISSIONS;
    }
    ++constructs;
    members = (int)nprocs;
    for (size_t i = 0; i < ndirs; ++i)
        wantedId += PMIX_CHECK_KEY(&directives[i], PMIX_GROUP_ASSIGN_CONTEXT_ID);
    for (size_t i = 0; i < kMembers && i < nprocs; ++i)
        list[i] = procs[i];
    pmix_data_array_t array = {.type = PMIX_PROC, .size = kMembers, .array = list};
    PMIX_INFO_LOAD(&answers[0], PMIX_GROUP_CONTEXT_ID, &kContextId, PMIX_SIZE);
    PMIX_INFO_LOAD(&answers[1], PMIX_GROUP_MEMBERSHIP, &array, PMIX_DATA_ARRAY);
    cbfunc(PMIX_SUCCESS, answers, 2, cbdata, NULL, NULL);
    return PMIX_SUCCESS;
}

/* ---- The clients */

static int runClient(void)
{
    pmix_proc_t self, procs[kMembers];
    pmix_info_t assign, *results = NULL;
    size_t count = 0;
    const bool yes = true;
    alarm(30);
    MUST(PMIx_Init(&self, NULL, 0));
    for (unsigned rank = 0; rank < kMembers; ++rank)
        PMIX_LOAD_PROCID(&procs[rank], self.nspace, rank);
    PMIX_INFO_LOAD(&assign, PMIX_GROUP_ASSIGN_CONTEXT_ID, &yes, PMIX_BOOL);
    MUST(PMIx_Group_construct("made", procs, kMembers, &assign, 1, &results, &count));
    size_t id = 0;
    for (size_t i = 0; i < count; ++i)
        if (PMIX_CHECK_KEY(&results[i], PMIX_GROUP_CONTEXT_ID))
            id = results[i].value.data.size;
    EXPECT(id == kContextId);
    MUST(PMIx_Group_destruct("made", NULL, 0));
    EXPECT(PMIx_Group_construct("refused", procs, kMembers, NULL, 0, &results, &count) == PMIX_ERR_NO_PERMISSIONS);
    MUST(PMIx_Finalize(NULL, 0));
    return 0;
}

int main(int argc, char** argv)
{
    if (argc > 1 && strcmp(argv[1], "--client") == 0)
        return runClient();
    pmix_server_module_t module;
    alarm(60);
    memset(&module, 0, sizeof module);
    module.fence_nb = onFence;
    module.group = onGroup;
    MUST(PMIx_server_init(&module, NULL, 0));
    registerJob(kMembers);
    char program[4096] = "";
    EXPECT(readlink("/proc/self/exe", program, sizeof program - 1) > 0);
    char* client[] = {program, "--client", NULL};
    pid_t children[kMembers];
    for (unsigned rank = 0; rank < kMembers; ++rank) {
        pmix_proc_t proc;
        volatile int done = 0;
        PMIX_LOAD_PROCID(&proc, kJob, rank);
        MUST(PMIx_server_register_client(&proc, geteuid(), getegid(), NULL, onDone, (void*)&done));
        waitFor(&done);
    }
    for (unsigned rank = 0; rank < kMembers; ++rank)
        children[rank] = startRank(rank, client);
    bool served = true;
    for (unsigned rank = 0; rank < kMembers; ++rank) {
        int status = 0;
        EXPECT(waitpid(children[rank], &status, 0) == children[rank]);
        if (status != 0)
            printf("client %u ended with %x\n", rank, (unsigned)status);
        served = served && status == 0;
    }
    expect("the members are told what the host says", served);
    expect("the host is asked once for a group", constructs == 1 && refused == 1);
    expect("with all its members, and what they want", members == kMembers && wantedId > 0);
    expect("and once for its end", destructs == 1);
    MUST(PMIx_server_finalize());
    printf("ok 0 PMIx_server_finalize\n");
    return failures == 0 ? 0 : 1;
}

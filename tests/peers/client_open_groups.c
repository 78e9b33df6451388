/* SPDX-License-Identifier: GPL-3.0-or-later
 * Groups whose members nobody names all: made by leaders (PMIX_GROUP_BOOTSTRAP), with others added to them
 * (PMIX_GROUP_ADD_MEMBERS), in an order of their own (PMIX_GROUP_FINAL_MEMBERSHIP_ORDER). Needs four processes. */
#include "peer.h"

#ifndef PMIX_GROUP_BOOTSTRAP
#define PMIX_GROUP_BOOTSTRAP "pmix.grp.btstrp"
#endif
#ifndef PMIX_GROUP_FINAL_MEMBERSHIP_ORDER
#define PMIX_GROUP_FINAL_MEMBERSHIP_ORDER "pmix.grp.finord"
#endif

static pmix_info_t processesInfo(const char* key, pmix_proc_t* procs, size_t count)
{
    pmix_info_t info;
    pmix_data_array_t array;
    memset(&info, 0, sizeof info);
    memset(&array, 0, sizeof array);
    array.type = PMIX_PROC;
    array.size = count;
    array.array = procs;
    PMIX_INFO_LOAD(&info, key, &array, PMIX_DATA_ARRAY);
    return info;
}

static pmix_info_t leadersInfo(size_t count)
{
    pmix_info_t info;
    memset(&info, 0, sizeof info);
    PMIX_INFO_LOAD(&info, PMIX_GROUP_BOOTSTRAP, &count, PMIX_SIZE);
    return info;
}

/* Makes the group, and checks who is in it and that it has a context id. */
static void construct(const char* name, const pmix_proc_t* procs, size_t count, pmix_info_t* infos, size_t infoCount,
                      const pmix_rank_t* expected, size_t expectedCount)
{
    pmix_info_t* results = NULL;
    size_t resultCount = 0;
    expectStatus("group construct",
                 PMIx_Group_construct(name, procs, count, infos, infoCount, &results, &resultCount), PMIX_SUCCESS);
    int members = 0, context = 0;
    for (size_t i = 0; i < resultCount; ++i) {
        context = context || PMIX_CHECK_KEY(&results[i], PMIX_GROUP_CONTEXT_ID);
        if (!PMIX_CHECK_KEY(&results[i], PMIX_GROUP_MEMBERSHIP))
            continue;
        const pmix_data_array_t* array = results[i].value.data.darray;
        const pmix_proc_t* in = array->array;
        members = array->size == expectedCount;
        for (size_t k = 0; members && k < expectedCount; ++k)
            members = in[k].rank == expected[k];
    }
    expect("all members in order", members);
    expect("a context id", context);
    if (results != NULL)
        PMIX_INFO_FREE(results, resultCount);
}

/* 0 and 1 name each other, and want 2 and 3 in the group. */
static void add(pmix_proc_t* all)
{
    const pmix_rank_t expected[] = {0, 1, 2, 3};
    pmix_info_t infos[] = {flagInfo(PMIX_GROUP_ASSIGN_CONTEXT_ID),
                           processesInfo(PMIX_GROUP_ADD_MEMBERS, &all[2], 2)};
    if (self.rank < 2)
        construct("peers.added", all, 2, infos, self.rank == 0 ? 2 : 1, expected, 4);
    else
        construct("peers.added", NULL, 0, NULL, 0, expected, 4);
    expectStatus("destruct of it", PMIx_Group_destruct("peers.added", NULL, 0), PMIX_SUCCESS);
}

/* 1 and 2 are leaders, which do not know of each other; each adds one. */
static void bootstrap(pmix_proc_t* all)
{
    const pmix_rank_t expected[] = {1, 2, 0, 3};
    const int leads = self.rank == 1 || self.rank == 2;
    pmix_info_t infos[] = {leadersInfo(2), flagInfo(PMIX_GROUP_ASSIGN_CONTEXT_ID),
                           processesInfo(PMIX_GROUP_ADD_MEMBERS, &all[self.rank == 1 ? 3 : 0], 1)};
    if (leads)
        construct("peers.leaders", &self, 1, infos, 3, expected, 4);
    else
        construct("peers.leaders", NULL, 0, NULL, 0, expected, 4);
    expectStatus("destruct of it", PMIx_Group_destruct("peers.leaders", NULL, 0), PMIX_SUCCESS);
}

static void order(pmix_proc_t* all)
{
    const pmix_rank_t expected[] = {3, 1, 0, 2};
    pmix_proc_t wanted[] = {all[3], all[1]};
    pmix_info_t infos[] = {flagInfo(PMIX_GROUP_ASSIGN_CONTEXT_ID),
                           processesInfo(PMIX_GROUP_FINAL_MEMBERSHIP_ORDER, wanted, 2)};
    construct("peers.ordered", all, 4, infos, self.rank == 2 ? 2 : 1, expected, 4);
    expectStatus("destruct of it", PMIx_Group_destruct("peers.ordered", NULL, 0), PMIX_SUCCESS);
}

int main(void)
{
    begin();
    pmix_proc_t all[] = {processOf(0), processOf(1), processOf(2), processOf(3)};
    add(all);
    fenceAll();
    bootstrap(all);
    fenceAll();
    order(all);
    fenceAll();
    return finish();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 * Groups: construct with a context id, use as a name for its members, destruct. */
#include "peer.h"

static void construct(const char* name, const pmix_proc_t* members, size_t count, int wantsContext)
{
    pmix_info_t infos[1] = {flagInfo(PMIX_GROUP_ASSIGN_CONTEXT_ID)};
    pmix_info_t* results = NULL;
    size_t resultCount = 0;
    expectStatus("group construct",
                 PMIx_Group_construct(name, members, count, infos, wantsContext ? 1 : 0, &results, &resultCount),
                 PMIX_SUCCESS);
    int hasContext = 0;
    for (size_t i = 0; i < resultCount; ++i)
        hasContext = hasContext || PMIX_CHECK_KEY(&results[i], PMIX_GROUP_CONTEXT_ID);
    if (wantsContext) {
        expect("it has a context id", hasContext);
        expect("which is the first result", resultCount > 0 && PMIX_CHECK_KEY(&results[0], PMIX_GROUP_CONTEXT_ID));
    } else {
        expect("no context id unless one is asked for", !hasContext);
    }
    if (results != NULL)
        PMIX_INFO_FREE(results, resultCount);
}

int main(void)
{
    begin();
    const pmix_proc_t all = processOf(PMIX_RANK_WILDCARD);
    pmix_proc_t* members = malloc(jobSize * sizeof *members);
    for (pmix_rank_t rank = 0; rank < jobSize; ++rank)
        members[rank] = processOf(rank);

    construct("peers.everybody", members, jobSize, 1);
    expectStatus("fence of the members", PMIx_Fence(members, jobSize, NULL, 0), PMIX_SUCCESS);
    expectStatus("group destruct", PMIx_Group_destruct("peers.everybody", NULL, 0), PMIX_SUCCESS);
    PMIx_Fence(&all, 1, NULL, 0);

    construct("peers.everybody", members, jobSize, 1);
    expectStatus("destruct of a name used again", PMIx_Group_destruct("peers.everybody", NULL, 0), PMIX_SUCCESS);
    if (self.rank < 2) {
        construct("peers.two", members, 2, 0);
        expectStatus("destruct of a part", PMIx_Group_destruct("peers.two", NULL, 0), PMIX_SUCCESS);
    }
    fenceAll();
    free(members);
    return finish();
}

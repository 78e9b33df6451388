/* SPDX-License-Identifier: GPL-3.0-or-later
 * Connect and disconnect within a job, and fences of parts of it that run at once. */
#include "peer.h"

/* Everybody fences with each of its two neighbours, without waiting for one before it begins the other. */
static volatile int done[2];

static void fenced(pmix_status_t status, void* data)
{
    *(volatile int*)data = status == PMIX_SUCCESS ? 1 : -1;
}

static void neighbours(void)
{
    const pmix_rank_t next = (self.rank + 1) % jobSize;
    const pmix_rank_t previous = (self.rank + jobSize - 1) % jobSize;
    /* Each lists itself first: the order of a list does not matter. */
    pmix_proc_t pairs[2][2] = {{processOf(self.rank), processOf(next)}, {processOf(self.rank), processOf(previous)}};
    for (int i = 0; i < 2; ++i)
        need("PMIx_Fence_nb", PMIx_Fence_nb(pairs[i], 2, NULL, 0, fenced, (void*)&done[i]));
    for (int i = 0; i < 2000 && (done[0] == 0 || done[1] == 0); ++i)
        usleep(10000);
    expect("fence with the next", done[0] == 1);
    expect("fence with the previous", done[1] == 1);
}

int main(void)
{
    begin();
    const pmix_proc_t all = processOf(PMIX_RANK_WILDCARD);
    expectStatus("connect", PMIx_Connect(&all, 1, NULL, 0), PMIX_SUCCESS);
    expectStatus("disconnect", PMIx_Disconnect(&all, 1, NULL, 0), PMIX_SUCCESS);
    fenceAll();
    if (self.rank < 2) {
        const pmix_proc_t pair[2] = {processOf(0), processOf(1)};
        expectStatus("connect of two", PMIx_Connect(pair, 2, NULL, 0), PMIX_SUCCESS);
        expectStatus("disconnect of two", PMIx_Disconnect(pair, 2, NULL, 0), PMIX_SUCCESS);
    }
    fenceAll();
    if (jobSize > 2)
        neighbours();
    fenceAll();
    return finish();
}

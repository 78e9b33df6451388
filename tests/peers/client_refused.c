/* SPDX-License-Identifier: GPL-3.0-or-later
 * What a launcher of one node does not do is refused, with PMIX_ERR_NOT_SUPPORTED and at once; who waits for the end of
 * another process's request is told of it; and the program goes on to its end. */
#include "peer.h"
#include "watch.h"

static const char* const kName = "peers.allocation";

struct Reply
{
    volatile int came;
    pmix_status_t status;
};

static void done(pmix_status_t status, pmix_info_t* infos, size_t count, void* data, pmix_release_cbfunc_t release,
                 void* releaseData)
{
    (void)infos, (void)count;
    struct Reply* reply = data;
    reply->status = status;
    if (release != NULL)
        release(releaseData);
    reply->came = 1;
}

static void expectRefused(const char* name, pmix_status_t asked, const struct Reply* reply)
{
    for (int i = 0; i < 500 && asked == PMIX_SUCCESS && !reply->came; ++i)
        usleep(10000);
    expectStatus(name, asked == PMIX_SUCCESS && reply->came ? reply->status : asked, PMIX_ERR_NOT_SUPPORTED);
}

static void allocate(void)
{
    uint64_t nodes = 12;
    pmix_info_t infos[2];
    memset(infos, 0, sizeof infos);
    PMIX_INFO_LOAD(&infos[0], PMIX_ALLOC_NUM_NODES, &nodes, PMIX_UINT64);
    PMIX_INFO_LOAD(&infos[1], PMIX_ALLOC_ID, kName, PMIX_STRING);
    struct Reply reply = {0, PMIX_SUCCESS};
    expectRefused("allocation", PMIx_Allocation_request_nb(PMIX_ALLOC_NEW, infos, 2, done, &reply), &reply);
    pmix_info_t* results = NULL;
    size_t count = 0;
    expectStatus("allocation, waited for", PMIx_Allocation_request(PMIX_ALLOC_NEW, infos, 2, &results, &count),
                 PMIX_ERR_NOT_SUPPORTED);
}

int main(void)
{
    begin();
    if (self.rank == 0) {
        allocate();
    } else if (self.rank == 1) {
        watchFor(PMIX_NOTIFY_ALLOC_COMPLETE);
        const struct Seen* over = awaitSeen(PMIX_NOTIFY_ALLOC_COMPLETE, PMIX_RANK_WILDCARD, 5000);
        expect("PMIX_NOTIFY_ALLOC_COMPLETE names the request", over != NULL && strcmp(over->text, kName) == 0);
    } else {
        struct Reply other = {0, PMIX_SUCCESS};
        const pmix_info_t checkpoint = textInfo(PMIX_JOB_CTRL_CHECKPOINT, "peers");
        expectRefused("checkpoint", PMIx_Job_control_nb(&self, 1, &checkpoint, 1, done, &other), &other);
    }
    return finish();
}

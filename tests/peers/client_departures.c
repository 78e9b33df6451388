/* SPDX-License-Identifier: GPL-3.0-or-later
 * What the members of a group are told of each other: "leave": one leaves it (PMIX_GROUP_LEFT); "exit" and "kill": one
 * ends in it, by itself or by a signal (PMIX_GROUP_MEMBER_FAILED), without PMIx_Finalize (PMIX_ERR_PROC_TERM_WO_SYNC).
 */
#include "peer.h"
#include "watch.h"

#include <signal.h>

int main(int argc, char** argv)
{
    const char* how = argc > 1 ? argv[1] : "";
    signal(SIGTERM, SIG_IGN); /* the launcher ends the others of a job that failed: they have a moment */
    begin();
    watchFor(PMIX_GROUP_LEFT);
    watchFor(PMIX_GROUP_MEMBER_FAILED);
    watchFor(PMIX_ERR_PROC_TERM_WO_SYNC);
    pmix_proc_t* members = malloc(jobSize * sizeof *members);
    for (pmix_rank_t rank = 0; rank < jobSize; ++rank)
        members[rank] = processOf(rank);
    const pmix_rank_t last = jobSize - 1;
    pmix_info_t* results = NULL;
    size_t count = 0;
    expectStatus("group construct", PMIx_Group_construct("peers.crew", members, jobSize, NULL, 0, &results, &count),
                 PMIX_SUCCESS);
    fenceAll();
    if (self.rank == last && strcmp(how, "exit") == 0)
        _exit(0);
    if (self.rank == last && strcmp(how, "kill") == 0)
        raise(SIGKILL);
    if (strcmp(how, "exit") == 0 || strcmp(how, "kill") == 0) {
        const struct Seen* failed = awaitSeen(PMIX_GROUP_MEMBER_FAILED, last, 900);
        expect("PMIX_GROUP_MEMBER_FAILED names the group", failed != NULL && strcmp(failed->text, "peers.crew") == 0);
        const struct Seen* ended = awaitSeen(PMIX_ERR_PROC_TERM_WO_SYNC, last, 900);
        expect("PMIX_ERR_PROC_TERM_WO_SYNC says what the launcher does about it", ended != NULL && ended->endsJob == 3);
        expect("nobody left", awaitSeen(PMIX_GROUP_LEFT, PMIX_RANK_WILDCARD, 0) == NULL);
        return failures == 0 ? 0 : 1;
    }
    if (self.rank == last)
        expectStatus("PMIx_Group_leave", PMIx_Group_leave("peers.crew", NULL, 0), PMIX_SUCCESS);
    else {
        const struct Seen* left = awaitSeen(PMIX_GROUP_LEFT, last, 5000);
        expect("PMIX_GROUP_LEFT names the group", left != NULL && strcmp(left->text, "peers.crew") == 0);
    }
    fenceAll();
    expect("who left is told of nothing", self.rank != last || seenCount == 0);
    expect("nobody failed", awaitSeen(PMIX_GROUP_MEMBER_FAILED, PMIX_RANK_WILDCARD, 0) == NULL);
    fenceAll();
    return finish();
}

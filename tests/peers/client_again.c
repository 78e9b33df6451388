/* SPDX-License-Identifier: GPL-3.0-or-later
 * Leaves PMIx and enters it again, each rank at its own pace, as MPI programs with sessions do. */
#include "peer.h"

int main(void)
{
    char text[64];
    for (int round = 1; round <= 3; ++round) {
        begin();
        snprintf(text, sizeof text, "round %d", round);
        expectStatus("put", putText(PMIX_GLOBAL, "peers.again", text), PMIX_SUCCESS);
        expectStatus("commit", PMIx_Commit(), PMIX_SUCCESS);
        fenceAll();
        const pmix_proc_t peer = processOf((self.rank + 1) % jobSize);
        expect("the value of this round", hasText(&peer, "peers.again", text));
        fenceAll();
        expectStatus("PMIx_Finalize", PMIx_Finalize(NULL, 0), PMIX_SUCCESS);
        usleep(50000 * self.rank);
    }
    return failures == 0 ? 0 : 1;
}

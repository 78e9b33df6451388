/* SPDX-License-Identifier: GPL-3.0-or-later
 * PMIx_Abort of the whole job by its last rank, with status 7. The launcher's exit status and message are for the
 * caller to check; nobody may get beyond the fence. */
#include "peer.h"

int main(void)
{
    begin();
    fenceAll();
    if (self.rank == jobSize - 1) {
        expect("about to abort", 1);
        PMIx_Abort(7, "this is the end", NULL, 0);
        pause();
    }
    const pmix_proc_t all = processOf(PMIX_RANK_WILDCARD);
    const pmix_status_t status = PMIx_Fence(&all, 1, NULL, 0);
    expect("nobody gets through a fence that one did not reach", status != PMIX_SUCCESS);
    pause();
    return 1;
}

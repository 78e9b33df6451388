/* SPDX-License-Identifier: GPL-3.0-or-later
 * Says "passed RANK" when it is through PMIx_Init, and waits for nobody. */
#include <pmix.h>

#include <stdio.h>

int main(void)
{
    pmix_proc_t self;
    if (PMIx_Init(&self, NULL, 0) != PMIX_SUCCESS)
        return 2;
    printf("passed %u\n", self.rank);
    fflush(stdout);
    return PMIx_Finalize(NULL, 0) == PMIX_SUCCESS ? 0 : 3;
}

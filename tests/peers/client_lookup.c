// SPDX-License-Identifier: GPL-3.0-or-later
// A client of a launcher: rank 0 publishes, all look it up, rank 0 takes it back.
#include "must.h"

#include <string.h>

int main(void)
{
    pmix_proc_t self;
    char key[PMIX_MAX_NSLEN + 16];
    MUST(PMIx_Init(&self, NULL, 0));
    snprintf(key, sizeof key, "%s.answer", self.nspace);
    if (self.rank == 0) {
        pmix_info_t info;
        const uint32_t answer = 42;
        PMIX_INFO_CONSTRUCT(&info);
        PMIX_INFO_LOAD(&info, key, &answer, PMIX_UINT32);
        MUST(PMIx_Publish(&info, 1));
        PMIX_INFO_DESTRUCT(&info);
    }
    MUST(PMIx_Fence(NULL, 0, NULL, 0));

    pmix_pdata_t data;
    PMIX_PDATA_CONSTRUCT(&data);
    PMIX_LOAD_KEY(data.key, key);
    MUST(PMIx_Lookup(&data, 1, NULL, 0));
    EXPECT(data.value.type == PMIX_UINT32 && data.value.data.uint32 == 42);
    EXPECT(data.proc.rank == 0 && strcmp(data.proc.nspace, self.nspace) == 0);
    PMIX_PDATA_DESTRUCT(&data);
    MUST(PMIx_Fence(NULL, 0, NULL, 0));

    if (self.rank == 0) {
        char* keys[] = {key, NULL};
        MUST(PMIx_Unpublish(keys, NULL, 0));
        PMIX_PDATA_CONSTRUCT(&data);
        PMIX_LOAD_KEY(data.key, key);
        EXPECT(PMIx_Lookup(&data, 1, NULL, 0) != PMIX_SUCCESS);
        PMIX_PDATA_DESTRUCT(&data);
    }
    MUST(PMIx_Fence(NULL, 0, NULL, 0));
    MUST(PMIx_Finalize(NULL, 0));
    printf("ok %u PMIx_Finalize\n", self.rank);
    return 0;
}

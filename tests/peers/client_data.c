// SPDX-License-Identifier: GPL-3.0-or-later
// A client of a launcher: puts values in each scope, fences, gets its neighbours'.
#include "must.h"

#include <string.h>

static pmix_proc_t self;

static void put(pmix_scope_t scope, const char* key, const char* text)
{
    pmix_value_t value;
    PMIX_VALUE_CONSTRUCT(&value);
    PMIX_VALUE_LOAD(&value, text, PMIX_STRING);
    MUST(PMIx_Put(scope, key, &value));
    PMIX_VALUE_DESTRUCT(&value);
}

static void expectText(const pmix_proc_t* proc, const char* key, const char* text)
{
    pmix_value_t* value = NULL;
    MUST(PMIx_Get(proc, key, NULL, 0, &value));
    EXPECT(value->type == PMIX_STRING);
    EXPECT(strcmp(value->data.string, text) == 0);
    PMIX_VALUE_RELEASE(value);
}

static void fence(bool collect)
{
    pmix_info_t info;
    PMIX_INFO_CONSTRUCT(&info);
    PMIX_INFO_LOAD(&info, PMIX_COLLECT_DATA, &collect, PMIX_BOOL);
    MUST(PMIx_Fence(NULL, 0, &info, 1));
    PMIX_INFO_DESTRUCT(&info);
}

static void expectJobInfo(void)
{
    pmix_value_t* value = NULL;
    pmix_proc_t job;
    PMIX_LOAD_PROCID(&job, self.nspace, PMIX_RANK_WILDCARD);
    MUST(PMIx_Get(&self, PMIX_LOCAL_RANK, NULL, 0, &value));
    EXPECT(numberOf(value) >= 0);
    PMIX_VALUE_RELEASE(value);
    MUST(PMIx_Get(&self, PMIX_HOSTNAME, NULL, 0, &value));
    EXPECT(value->type == PMIX_STRING && strlen(value->data.string) > 0);
    PMIX_VALUE_RELEASE(value);
    MUST(PMIx_Get(&job, PMIX_LOCAL_PEERS, NULL, 0, &value));
    EXPECT(value->type == PMIX_STRING && strlen(value->data.string) > 0);
    PMIX_VALUE_RELEASE(value);
    pmix_info_t optional;
    PMIX_INFO_LOAD(&optional, PMIX_OPTIONAL, NULL, PMIX_BOOL); // else a server may wait for it to be put
    EXPECT(PMIx_Get(&self, "nobody.has.put.this", &optional, 1, &value) != PMIX_SUCCESS);
}

int main(void)
{
    char text[128];
    MUST(PMIx_Init(&self, NULL, 0));
    EXPECT(PMIx_Initialized());
    const unsigned size = sizeOf(self.nspace);
    expectJobInfo();

    snprintf(text, sizeof text, "global of %u", self.rank);
    put(PMIX_GLOBAL, "test.global", text);
    snprintf(text, sizeof text, "local of %u", self.rank);
    put(PMIX_LOCAL, "test.local", text);
    MUST(PMIx_Commit());
    fence(true);
    for (pmix_rank_t rank = 0; rank < size; ++rank) {
        pmix_proc_t peer;
        PMIX_LOAD_PROCID(&peer, self.nspace, rank);
        snprintf(text, sizeof text, "global of %u", rank);
        expectText(&peer, "test.global", text);
        snprintf(text, sizeof text, "local of %u", rank);
        expectText(&peer, "test.local", text);
    }

    // Without data: what is asked for later is fetched then.
    snprintf(text, sizeof text, "late of %u", self.rank);
    put(PMIX_GLOBAL, "test.late", text);
    MUST(PMIx_Commit());
    fence(false);

    MUST(PMIx_Fence(NULL, 0, NULL, 0));
    MUST(PMIx_Finalize(NULL, 0));
    EXPECT(!PMIx_Initialized());
    printf("ok %u PMIx_Finalize\n", self.rank);
    return 0;
}

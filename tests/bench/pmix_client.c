/* SPDX-License-Identifier: GPL-3.0-or-later
 * A PMIx client for the launcher's bench: comes and goes, or fences with data.
 *
 *   pmix_client                  PMIx_Init, PMIx_Finalize
 *   pmix_client fence N BYTES    N fences that collect BYTES of each process; rank 0 prints microseconds for one
 */
#include <pmix.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void check(pmix_status_t status, const char* what)
{
    if (status == PMIX_SUCCESS)
        return;
    fprintf(stderr, "%s: %s\n", what, PMIx_Error_string(status));
    exit(1);
}

/* Puts a value of that size under a key of its own and fences with collection. */
static void fence(int number, size_t bytes)
{
    char key[32];
    pmix_value_t value;
    pmix_info_t info;
    bool collect = true;
    snprintf(key, sizeof key, "dbgr.bench.%d", number);
    memset(&value, 0, sizeof value);
    value.type = PMIX_BYTE_OBJECT;
    value.data.bo.size = bytes;
    value.data.bo.bytes = calloc(1, bytes);
    check(PMIx_Put(PMIX_GLOBAL, key, &value), "PMIx_Put");
    free(value.data.bo.bytes);
    check(PMIx_Commit(), "PMIx_Commit");
    memset(&info, 0, sizeof info);
    PMIX_INFO_LOAD(&info, PMIX_COLLECT_DATA, &collect, PMIX_BOOL);
    check(PMIx_Fence(NULL, 0, &info, 1), "PMIx_Fence");
}

int main(int argc, char** argv)
{
    pmix_proc_t self;
    check(PMIx_Init(&self, NULL, 0), "PMIx_Init");
    if (argc == 4 && strcmp(argv[1], "fence") == 0) {
        const int count = atoi(argv[2]);
        const size_t bytes = (size_t)atol(argv[3]);
        fence(0, 1); /* all are there */
        const double start = now();
        for (int i = 1; i <= count; ++i)
            fence(i, bytes);
        if (self.rank == 0)
            printf("%.1f\n", (now() - start) * 1e6 / count);
    }
    check(PMIx_Finalize(NULL, 0), "PMIx_Finalize");
    return 0;
}

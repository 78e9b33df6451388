// SPDX-License-Identifier: GPL-3.0-or-later
// For programs that end at the first check that does not hold: "not ok - WHAT" is printed. They are written to the
// Standard and compile against any PMIx library.
#pragma once

#include <pmix.h>

#include <stdio.h>
#include <stdlib.h>

/// Ends the program unless the call yields PMIX_SUCCESS.
#define MUST(call) must((call), #call, __LINE__)
/// Ends the program unless the condition holds.
#define EXPECT(condition)                                                                                              \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            printf("not ok - %s: line %d\n", #condition, __LINE__);                                                    \
            exit(3);                                                                                                   \
        }                                                                                                              \
    } while (0)

static inline void must(pmix_status_t status, const char* call, int line)
{
    if (status == PMIX_SUCCESS)
        return;
    printf("not ok - %s: %s (%d), line %d\n", call, PMIx_Error_string(status), (int)status, line);
    exit(2);
}

/// The number that a value of any integer type holds.
static inline long numberOf(const pmix_value_t* value)
{
    switch (value->type) {
    case PMIX_UINT16:
        return value->data.uint16;
    case PMIX_UINT32:
        return value->data.uint32;
    case PMIX_INT:
        return value->data.integer;
    case PMIX_INT32:
        return value->data.int32;
    case PMIX_PROC_RANK:
        return value->data.rank;
    case PMIX_SIZE:
        return (long)value->data.size;
    default:
        return -1;
    }
}

/// The number of ranks of a job.
static inline unsigned sizeOf(const char* nspace)
{
    pmix_proc_t job;
    pmix_value_t* value = NULL;
    PMIX_LOAD_PROCID(&job, nspace, PMIX_RANK_WILDCARD);
    MUST(PMIx_Get(&job, PMIX_JOB_SIZE, NULL, 0, &value));
    const long size = numberOf(value);
    PMIX_VALUE_RELEASE(value);
    return (unsigned)size;
}

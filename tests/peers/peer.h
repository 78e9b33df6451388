/* SPDX-License-Identifier: GPL-3.0-or-later
 * What the programs of this folder share. Each is a client of a PMIx server, written against the Standard's C
 * interface, that checks what the server does. It prints "ok RANK NAME" or "not ok RANK NAME: why" for each
 * check, and ends with 0 only when all of them hold. They are started by a launcher, with at least two processes. */
#pragma once

#include <pmix.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pmix_proc_t self;
static uint32_t jobSize;
static int failures;

static inline void expect(const char* name, int holds)
{
    printf("%s %u %s\n", holds ? "ok" : "not ok", self.rank, name);
    fflush(stdout);
    failures += !holds;
}

static inline void expectStatus(const char* name, pmix_status_t got, pmix_status_t wanted)
{
    if (got == wanted) {
        expect(name, 1);
        return;
    }
    ++failures;
    printf("not ok %u %s: %s (%d) instead of %s\n", self.rank, name, PMIx_Error_string(got), got,
           PMIx_Error_string(wanted));
    fflush(stdout);
}

/* Ends the program: nothing that follows would make sense. */
static inline void need(const char* name, pmix_status_t got)
{
    if (got == PMIX_SUCCESS)
        return;
    expectStatus(name, got, PMIX_SUCCESS);
    exit(2);
}

static inline pmix_proc_t processOf(pmix_rank_t rank)
{
    pmix_proc_t proc;
    memset(&proc, 0, sizeof proc);
    memcpy(proc.nspace, self.nspace, sizeof proc.nspace);
    proc.rank = rank;
    return proc;
}

static inline pmix_info_t flagInfo(const char* key)
{
    pmix_info_t info;
    bool yes = true;
    memset(&info, 0, sizeof info);
    PMIX_INFO_LOAD(&info, key, &yes, PMIX_BOOL);
    return info;
}

static inline pmix_info_t intInfo(const char* key, int number)
{
    pmix_info_t info;
    memset(&info, 0, sizeof info);
    PMIX_INFO_LOAD(&info, key, &number, PMIX_INT);
    return info;
}

static inline pmix_info_t textInfo(const char* key, const char* text)
{
    pmix_info_t info;
    memset(&info, 0, sizeof info);
    PMIX_INFO_LOAD(&info, key, text, PMIX_STRING);
    return info;
}

/* PMIx_Get of a number of any width. */
static inline pmix_status_t getNumber(const pmix_proc_t* proc, const char* key, const pmix_info_t* infos, size_t count,
                                      uint64_t* number)
{
    pmix_value_t* value = NULL;
    const pmix_status_t status = PMIx_Get(proc, key, infos, count, &value);
    *number = UINT64_MAX;
    if (status != PMIX_SUCCESS)
        return status;
    switch (value->type) {
    case PMIX_UINT16:
        *number = value->data.uint16;
        break;
    case PMIX_UINT32:
        *number = value->data.uint32;
        break;
    case PMIX_UINT64:
        *number = value->data.uint64;
        break;
    case PMIX_PROC_RANK:
        *number = value->data.rank;
        break;
    case PMIX_SIZE:
        *number = value->data.size;
        break;
    case PMIX_INT:
        *number = (uint64_t)value->data.integer;
        break;
    default:
        break;
    }
    PMIX_VALUE_RELEASE(value);
    return status;
}

static inline pmix_status_t putText(pmix_scope_t scope, const char* key, const char* text)
{
    pmix_value_t value;
    memset(&value, 0, sizeof value);
    value.type = PMIX_STRING;
    value.data.string = strdup(text);
    const pmix_status_t status = PMIx_Put(scope, key, &value);
    free(value.data.string);
    return status;
}

/* Whether the process's value of the key is that text. */
static inline int hasText(const pmix_proc_t* proc, const char* key, const char* text)
{
    pmix_value_t* value = NULL;
    const pmix_status_t status = PMIx_Get(proc, key, NULL, 0, &value);
    const int same = status == PMIX_SUCCESS && value->type == PMIX_STRING && strcmp(value->data.string, text) == 0;
    if (status != PMIX_SUCCESS)
        fprintf(stderr, "PMIx_Get of %s of rank %u: %s\n", key, proc->rank, PMIx_Error_string(status));
    else
        PMIX_VALUE_RELEASE(value);
    return same;
}

static inline void fenceAll(void)
{
    const pmix_proc_t all = processOf(PMIX_RANK_WILDCARD);
    need("fence of all", PMIx_Fence(&all, 1, NULL, 0));
}

static inline void begin(void)
{
    uint64_t size = 0;
    alarm(60); /* whatever waits for ever */
    need("PMIx_Init", PMIx_Init(&self, NULL, 0));
    const pmix_proc_t all = processOf(PMIX_RANK_WILDCARD);
    need("PMIX_JOB_SIZE", getNumber(&all, PMIX_JOB_SIZE, NULL, 0, &size));
    jobSize = (uint32_t)size;
    if (jobSize < 2) {
        fprintf(stderr, "this wants at least two processes\n");
        exit(2);
    }
}

static inline int finish(void)
{
    expectStatus("PMIx_Finalize", PMIx_Finalize(NULL, 0), PMIX_SUCCESS);
    return failures == 0 ? 0 : 1;
}

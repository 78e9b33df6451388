/* SPDX-License-Identifier: GPL-3.0-or-later
 * For clients, which include peer.h first, that wait for events of the server: each event that came is kept with what
 * its infos name. */
#pragma once

struct Seen
{
    pmix_status_t code;
    pmix_proc_t affected; /* PMIX_EVENT_AFFECTED_PROC; an empty namespace when it names none */
    char text[64];        /* PMIX_GROUP_ID or PMIX_ALLOC_ID */
    int endsJob;          /* PMIX_EVENT_TERMINATE_JOB, and PMIX_EVENT_ACTION_TIMEOUT says when */
};

static struct Seen seen[64];
static volatile int seenCount;

static inline void onWatched(size_t id, pmix_status_t status, const pmix_proc_t* source, pmix_info_t* infos,
                             size_t count, pmix_info_t* results, size_t resultCount,
                             pmix_event_notification_cbfunc_fn_t done, void* data)
{
    (void)id, (void)source, (void)results, (void)resultCount;
    if (seenCount < 64) {
        struct Seen* next = &seen[seenCount];
        memset(next, 0, sizeof *next);
        next->code = status;
        for (size_t i = 0; i < count; ++i) {
            if (PMIX_CHECK_KEY(&infos[i], PMIX_EVENT_AFFECTED_PROC) && infos[i].value.type == PMIX_PROC)
                next->affected = *infos[i].value.data.proc;
            if (PMIX_CHECK_KEY(&infos[i], PMIX_EVENT_TERMINATE_JOB) && infos[i].value.data.flag)
                next->endsJob |= 1;
            if (PMIX_CHECK_KEY(&infos[i], PMIX_EVENT_ACTION_TIMEOUT) && infos[i].value.data.integer > 0)
                next->endsJob |= 2;
            if ((PMIX_CHECK_KEY(&infos[i], PMIX_GROUP_ID) || PMIX_CHECK_KEY(&infos[i], PMIX_ALLOC_ID)) &&
                infos[i].value.type == PMIX_STRING)
                snprintf(next->text, sizeof next->text, "%s", infos[i].value.data.string);
        }
        ++seenCount;
    }
    done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, data);
}

static inline void onRegistered(pmix_status_t status, size_t id, void* data)
{
    (void)id;
    *(volatile int*)data = status == PMIX_SUCCESS ? 1 : -1;
}

static inline void watchFor(pmix_status_t code)
{
    volatile int state = 0;
    PMIx_Register_event_handler(&code, 1, NULL, 0, onWatched, onRegistered, (void*)&state);
    for (int i = 0; i < 1000 && state == 0; ++i)
        usleep(10000);
    expect("event handler registered", state == 1);
}

/* The event of that code about that rank of our job (or any, for PMIX_RANK_WILDCARD); waits for it. */
static inline const struct Seen* awaitSeen(pmix_status_t code, pmix_rank_t rank, int milliseconds)
{
    for (int waited = 0;; waited += 5) {
        for (int i = 0; i < seenCount; ++i)
            if (seen[i].code == code &&
                (rank == PMIX_RANK_WILDCARD ||
                 (seen[i].affected.rank == rank && PMIX_CHECK_NSPACE(seen[i].affected.nspace, self.nspace))))
                return &seen[i];
        if (waited >= milliseconds)
            return NULL;
        usleep(5000);
    }
}

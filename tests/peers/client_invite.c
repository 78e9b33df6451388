// SPDX-License-Identifier: GPL-3.0-or-later
// A client of a launcher: rank 0 invites all others to a group, which join; then to another one, which rank 1 declines.
#include "must.h"

#include <string.h>
#include <unistd.h>

static volatile int invitations;

static void onInvitation(size_t id, pmix_status_t status, const pmix_proc_t* source, pmix_info_t info[], size_t ninfo,
                         pmix_info_t* results, size_t nresults, pmix_event_notification_cbfunc_fn_t cbfunc,
                         void* cbdata)
{
    (void)id, (void)results, (void)nresults;
    int named = 0;
    for (size_t i = 0; i < ninfo; ++i)
        if (PMIX_CHECK_KEY(&info[i], PMIX_GROUP_ID) && strncmp(info[i].value.data.string, "group", 5) == 0)
            named = 1;
    if (status == PMIX_GROUP_INVITED && source->rank == 0 && named)
        ++invitations;
    cbfunc(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, cbdata);
}

static void waitForInvitations(int count)
{
    for (int i = 0; invitations < count && i < 2000; ++i)
        usleep(10000);
    EXPECT(invitations == count);
}

/// The members that a call's results name.
static size_t membersIn(const pmix_info_t* results, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        if (PMIX_CHECK_KEY(&results[i], PMIX_GROUP_MEMBERSHIP))
            return results[i].value.data.darray->size;
    return 0;
}

static void lead(const pmix_proc_t* self, unsigned size)
{
    pmix_proc_t* others;
    pmix_info_t* results = NULL;
    size_t count = 0;
    PMIX_PROC_CREATE(others, size - 1);
    for (unsigned i = 1; i < size; ++i)
        PMIX_LOAD_PROCID(&others[i - 1], self->nspace, i);
    must(PMIx_Group_invite("group one", others, size - 1, NULL, 0, &results, &count), "PMIx_Group_invite", __LINE__);
    EXPECT(membersIn(results, count) == size);
    PMIX_INFO_FREE(results, count);
    EXPECT(PMIx_Group_invite("group two", others, size - 1, NULL, 0, &results, &count) == PMIX_GROUP_CONSTRUCT_ABORT);
    PMIX_PROC_FREE(others, size - 1);
}

static void follow(const pmix_proc_t* self, unsigned size)
{
    pmix_proc_t leader;
    pmix_info_t* results = NULL;
    size_t count = 0;
    PMIX_LOAD_PROCID(&leader, self->nspace, 0);
    waitForInvitations(1);
    MUST(PMIx_Group_join("group one", &leader, PMIX_GROUP_ACCEPT, NULL, 0, &results, &count));
    EXPECT(membersIn(results, count) == size);
    PMIX_INFO_FREE(results, count);
    waitForInvitations(2);
    if (self->rank == 1)
        MUST(PMIx_Group_join("group two", &leader, PMIX_GROUP_DECLINE, NULL, 0, &results, &count));
    else
        EXPECT(PMIx_Group_join("group two", &leader, PMIX_GROUP_ACCEPT, NULL, 0, &results, &count) ==
               PMIX_GROUP_CONSTRUCT_ABORT);
}

int main(void)
{
    pmix_proc_t self;
    pmix_status_t code = PMIX_GROUP_INVITED;
    MUST(PMIx_Init(&self, NULL, 0));
    const unsigned size = sizeOf(self.nspace);
    EXPECT(PMIx_Register_event_handler(&code, 1, NULL, 0, onInvitation, NULL, NULL) >= 0);
    MUST(PMIx_Fence(NULL, 0, NULL, 0));
    if (self.rank == 0)
        lead(&self, size);
    else
        follow(&self, size);
    MUST(PMIx_Fence(NULL, 0, NULL, 0));
    MUST(PMIx_Finalize(NULL, 0));
    printf("ok %u PMIx_Finalize\n", self.rank);
    return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// A client of a launcher: handlers in a chain, an event for this process alone, one of rank 0 for all others.
#include "must.h"

#include <string.h>
#include <unistd.h>

#define EVENT_ALONE (PMIX_EXTERNAL_ERR_BASE - 1)
#define EVENT_ALL (PMIX_EXTERNAL_ERR_BASE - 2)

static volatile int heard;
static char order[16];
static volatile size_t resultsSeen;

static void first(size_t id, pmix_status_t status, const pmix_proc_t* source, pmix_info_t info[], size_t ninfo,
                  pmix_info_t* results, size_t nresults, pmix_event_notification_cbfunc_fn_t cbfunc, void* cbdata)
{
    (void)id, (void)status, (void)source, (void)info, (void)ninfo, (void)results, (void)nresults;
    strcat(order, "f");
    cbfunc(PMIX_EVENT_PARTIAL_ACTION_TAKEN, NULL, 0, NULL, NULL, cbdata);
}

static void second(size_t id, pmix_status_t status, const pmix_proc_t* source, pmix_info_t info[], size_t ninfo,
                   pmix_info_t* results, size_t nresults, pmix_event_notification_cbfunc_fn_t cbfunc, void* cbdata)
{
    (void)id, (void)status, (void)source, (void)info, (void)ninfo, (void)results;
    strcat(order, "s");
    resultsSeen = nresults;
    cbfunc(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, cbdata);
    heard = 1;
}

static void never(size_t id, pmix_status_t status, const pmix_proc_t* source, pmix_info_t info[], size_t ninfo,
                  pmix_info_t* results, size_t nresults, pmix_event_notification_cbfunc_fn_t cbfunc, void* cbdata)
{
    (void)id, (void)status, (void)source, (void)info, (void)ninfo, (void)results, (void)nresults;
    strcat(order, "!");
    cbfunc(PMIX_SUCCESS, NULL, 0, NULL, NULL, cbdata);
}

static volatile int told;

static void onAll(size_t id, pmix_status_t status, const pmix_proc_t* source, pmix_info_t info[], size_t ninfo,
                  pmix_info_t* results, size_t nresults, pmix_event_notification_cbfunc_fn_t cbfunc, void* cbdata)
{
    (void)id, (void)results, (void)nresults;
    int found = 0;
    for (size_t i = 0; i < ninfo; ++i)
        if (PMIX_CHECK_KEY(&info[i], "test.text") && strcmp(info[i].value.data.string, "hello") == 0)
            found = 1;
    if (status == EVENT_ALL && source->rank == 0 && found)
        told = 1;
    cbfunc(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, cbdata);
}

static size_t registerFor(pmix_status_t code, const char* name, const char* place, pmix_notification_fn_t handler)
{
    pmix_info_t info[2];
    size_t count = 0;
    PMIX_INFO_LOAD(&info[count], PMIX_EVENT_HDLR_NAME, name, PMIX_STRING);
    ++count;
    if (place != NULL) {
        PMIX_INFO_LOAD(&info[count], place, NULL, PMIX_BOOL);
        ++count;
    }
    const pmix_status_t id = PMIx_Register_event_handler(&code, 1, info, count, handler, NULL, NULL);
    EXPECT(id >= 0);
    return (size_t)id;
}

static void waitFor(volatile int* flag)
{
    for (int i = 0; i < 2000 && !*flag; ++i)
        usleep(10000);
    EXPECT(*flag);
}

int main(void)
{
    pmix_proc_t self;
    MUST(PMIx_Init(&self, NULL, 0));

    registerFor(EVENT_ALONE, "never", NULL, never);
    registerFor(EVENT_ALONE, "second", NULL, second); // later ones come first
    registerFor(EVENT_ALONE, "first", PMIX_EVENT_HDLR_FIRST, first);
    MUST(PMIx_Notify_event(EVENT_ALONE, &self, PMIX_RANGE_PROC_LOCAL, NULL, 0, NULL, NULL));
    waitFor(&heard);
    EXPECT(strcmp(order, "fs") == 0);
    EXPECT(resultsSeen == 1);

    const size_t id = registerFor(EVENT_ALL, "all", NULL, onAll);
    MUST(PMIx_Fence(NULL, 0, NULL, 0));
    if (self.rank == 0) {
        pmix_info_t info;
        PMIX_INFO_LOAD(&info, "test.text", "hello", PMIX_STRING);
        MUST(PMIx_Notify_event(EVENT_ALL, &self, PMIX_RANGE_NAMESPACE, &info, 1, NULL, NULL));
        PMIX_INFO_DESTRUCT(&info);
    } else {
        waitFor(&told);
    }
    MUST(PMIx_Fence(NULL, 0, NULL, 0));
    MUST(PMIx_Deregister_event_handler(id, NULL, NULL));
    MUST(PMIx_Finalize(NULL, 0));
    printf("ok %u PMIx_Finalize\n", self.rank);
    return 0;
}

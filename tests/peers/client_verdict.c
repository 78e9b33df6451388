/* SPDX-License-Identifier: GPL-3.0-or-later
 * What handlers of events say of the job's end: it goes from handler to handler, and the launcher ends a job one of
 * whose processes ended badly, whatever they say. \std PMIX_EVENT_NO_TERMINATION, PMIX_EVENT_WANT_TERMINATION */
#include "peer.h"

#define OURS (PMIX_EXTERNAL_ERR_BASE - 7)

static pmix_info_t verdict; /* of the first handler; handed on, and therefore kept */
static volatile int seenVerdict, called;

static void onFirst(size_t id, pmix_status_t status, const pmix_proc_t* source, pmix_info_t* infos, size_t count,
                    pmix_info_t* results, size_t resultCount, pmix_event_notification_cbfunc_fn_t done, void* data)
{
    (void)id, (void)status, (void)source, (void)infos, (void)count, (void)results, (void)resultCount;
    done(PMIX_EVENT_PARTIAL_ACTION_TAKEN, &verdict, 1, NULL, NULL, data);
}

static void onNext(size_t id, pmix_status_t status, const pmix_proc_t* source, pmix_info_t* infos, size_t count,
                   pmix_info_t* results, size_t resultCount, pmix_event_notification_cbfunc_fn_t done, void* data)
{
    (void)id, (void)status, (void)source, (void)infos, (void)count;
    for (size_t i = 0; i < resultCount; ++i)
        seenVerdict += PMIX_CHECK_KEY(&results[i], verdict.key) && PMIX_INFO_TRUE(&results[i]);
    ++called;
    done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, data);
}

static void onRegistered(pmix_status_t status, size_t id, void* data)
{
    (void)id;
    *(volatile int*)data = status == PMIX_SUCCESS ? 1 : -1;
}

static void onNotified(pmix_status_t status, void* data)
{
    *(volatile int*)data = status == PMIX_SUCCESS ? 1 : -1;
}

static void awaitFlag(const char* check, volatile int* flag)
{
    for (int i = 0; i < 1000 && *flag == 0; ++i)
        usleep(10000);
    expect(check, *flag > 0);
}

static void listen(pmix_status_t code, const char* place, pmix_notification_fn_t handler)
{
    volatile int state = 0;
    pmix_info_t where = flagInfo(place);
    PMIx_Register_event_handler(&code, 1, &where, 1, handler, onRegistered, (void*)&state);
    awaitFlag("handler registered", &state);
}

/* An event of rank 1, which two handlers of each other process get. */
static void say(const char* what, const char* check)
{
    verdict = flagInfo(what);
    seenVerdict = called = 0;
    fenceAll();
    if (self.rank == 1) {
        volatile int state = 0;
        pmix_info_t info = flagInfo(PMIX_EVENT_NON_DEFAULT);
        const pmix_status_t status =
            PMIx_Notify_event(OURS, &self, PMIX_RANGE_NAMESPACE, &info, 1, onNotified, (void*)&state);
        if (status == PMIX_SUCCESS)
            awaitFlag("event told", &state);
        else
            expectStatus("event told", status, PMIX_OPERATION_SUCCEEDED);
    } else {
        awaitFlag("both handlers are called", &called);
        expect(check, seenVerdict == 1);
    }
    fenceAll(); /* nobody has been ended by it */
}

int main(void)
{
    begin();
    listen(OURS, PMIX_EVENT_HDLR_FIRST, onFirst);
    listen(OURS, PMIX_EVENT_HDLR_LAST, onNext);
    say(PMIX_EVENT_NO_TERMINATION, "the next handler is told PMIX_EVENT_NO_TERMINATION");
    say(PMIX_EVENT_WANT_TERMINATION, "the next handler is told PMIX_EVENT_WANT_TERMINATION");

    verdict = flagInfo(PMIX_EVENT_NO_TERMINATION);
    listen(PMIX_ERR_PROC_TERM_WO_SYNC, PMIX_EVENT_HDLR_PREPEND, onFirst);
    listen(PMIX_ERR_PROC_ABORTED, PMIX_EVENT_HDLR_PREPEND, onFirst);
    fenceAll();
    if (self.rank == 2)
        _exit(3); /* without PMIx_Finalize */
    sleep(10);
    expect("the job is ended, whatever they say", 0);
    return 1;
}

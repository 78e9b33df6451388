/* SPDX-License-Identifier: GPL-3.0-or-later
 * Events between the processes of a job: who is told, by range, and who comes late. */
#include "peer.h"

enum
{
    kForAll = PMIX_EXTERNAL_ERR_BASE - 1,
    kForOne = PMIX_EXTERNAL_ERR_BASE - 2,
    kCached = PMIX_EXTERNAL_ERR_BASE - 3,
};

static volatile int told[8];
static volatile int foreignSource;

static void onEvent(size_t id, pmix_status_t status, const pmix_proc_t* source, pmix_info_t* infos, size_t count,
                    pmix_info_t* results, size_t resultCount, pmix_event_notification_cbfunc_fn_t done, void* data)
{
    (void)id, (void)infos, (void)count, (void)results, (void)resultCount;
    const int which = PMIX_EXTERNAL_ERR_BASE - status;
    if (which >= 0 && which < 8)
        ++told[which];
    foreignSource = foreignSource || strcmp(source->nspace, self.nspace) != 0 || source->rank != 0;
    done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, data);
}

static void registered(pmix_status_t status, size_t id, void* data)
{
    (void)id;
    *(volatile int*)data = status == PMIX_SUCCESS ? 1 : -1;
}

static void listen(int code)
{
    volatile int state = 0;
    pmix_status_t codes[1] = {code};
    PMIx_Register_event_handler(codes, 1, NULL, 0, onEvent, registered, (void*)&state);
    for (int i = 0; i < 1000 && state == 0; ++i)
        usleep(10000);
    expect("event handler registered", state == 1);
}

static int isTold(int code)
{
    for (int i = 0; i < 500 && told[PMIX_EXTERNAL_ERR_BASE - code] == 0; ++i)
        usleep(10000);
    return told[PMIX_EXTERNAL_ERR_BASE - code] == 1;
}

static void notify(const char* name, int code, pmix_data_range_t range, const pmix_info_t* infos, size_t count)
{
    const pmix_status_t status = PMIx_Notify_event(code, &self, range, infos, count, NULL, NULL);
    expect(name, status == PMIX_SUCCESS || status == PMIX_OPERATION_SUCCEEDED);
}

static void notifyCustom(int code, pmix_rank_t target)
{
    pmix_info_t info;
    pmix_proc_t proc = processOf(target);
    memset(&info, 0, sizeof info);
    PMIX_INFO_LOAD(&info, PMIX_EVENT_CUSTOM_RANGE, &proc, PMIX_PROC);
    notify("notify of one", code, PMIX_RANGE_CUSTOM, &info, 1);
}

int main(void)
{
    begin();
    listen(kForAll);
    listen(kForOne);
    fenceAll();
    if (self.rank == 0) {
        notify("notify of the namespace", kForAll, PMIX_RANGE_NAMESPACE, NULL, 0);
        notifyCustom(kForOne, jobSize - 1);
        notify("notify of what nobody waits for", kCached, PMIX_RANGE_NAMESPACE, NULL, 0);
    }
    expect("an event for the namespace reaches all", isTold(kForAll));
    fenceAll();
    if (self.rank == jobSize - 1)
        expect("an event for one reaches it", isTold(kForOne));
    else
        usleep(200000);
    fenceAll();
    if (self.rank != jobSize - 1)
        expect("an event for one reaches nobody else", told[PMIX_EXTERNAL_ERR_BASE - kForOne] == 0);
    if (self.rank != 0) {
        listen(kCached);
        expect("who registers late is told as well", isTold(kCached));
    }
    expect("the source is the notifier", !foreignSource);
    fenceAll();
    return finish();
}

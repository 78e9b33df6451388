/* SPDX-License-Identifier: GPL-3.0-or-later
 * Monitoring: rank 0 promises a sign of life each second, keeps its word, and then falls silent; all are told.
 * \std "Process and Job Monitoring" */
#include "peer.h"

#include <time.h>

static volatile int alerts;
static volatile int ofRankZero;

static void onAlert(size_t handler, pmix_status_t status, const pmix_proc_t* source, pmix_info_t infos[], size_t count,
                    pmix_info_t results[], size_t resultCount, pmix_event_notification_cbfunc_fn_t done, void* data)
{
    (void)handler, (void)status, (void)source, (void)results, (void)resultCount;
    for (size_t i = 0; i < count; ++i)
        if (PMIX_CHECK_KEY(&infos[i], PMIX_EVENT_AFFECTED_PROC) && infos[i].value.type == PMIX_PROC)
            ofRankZero = infos[i].value.data.proc->rank == 0;
    ++alerts;
    if (done != NULL)
        done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, data);
}

static void promise(void)
{
    const uint32_t second = 1, drops = 1;
    pmix_info_t heartbeat = flagInfo(PMIX_MONITOR_HEARTBEAT);
    pmix_info_t infos[3];
    PMIX_INFO_LOAD(&infos[0], PMIX_MONITOR_ID, "rank 0", PMIX_STRING);
    PMIX_INFO_LOAD(&infos[1], PMIX_MONITOR_HEARTBEAT_TIME, &second, PMIX_UINT32);
    PMIX_INFO_LOAD(&infos[2], PMIX_MONITOR_HEARTBEAT_DROPS, &drops, PMIX_UINT32);
    pmix_info_t* results = NULL;
    size_t count = 0;
    const pmix_status_t status =
        PMIx_Process_monitor(&heartbeat, PMIX_MONITOR_HEARTBEAT_ALERT, infos, 3, &results, &count);
    expect("PMIx_Process_monitor", status == PMIX_SUCCESS || status == PMIX_OPERATION_SUCCEEDED);
}

int main(void)
{
    begin();
    pmix_status_t code = PMIX_MONITOR_HEARTBEAT_ALERT;
    expect("a handler for the alert", PMIx_Register_event_handler(&code, 1, NULL, 0, onAlert, NULL, NULL) >= 0);
    fenceAll();
    if (self.rank == 0)
        promise();
    for (int i = 0; i < 6; ++i) { /* 3 seconds of signs, twice as many as are asked for */
        if (self.rank == 0)
            PMIx_Heartbeat();
        usleep(500000);
    }
    expect("nobody is told while the signs come", alerts == 0);
    for (int i = 0; i < 40 && alerts == 0; ++i)
        usleep(100000);
    expect("all are told when they end", alerts == 1);
    expect("of rank 0", ofRankZero);
    usleep(1500000);
    expect("once", alerts == 1);
    fenceAll();
    return finish();
}

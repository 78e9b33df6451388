/* SPDX-License-Identifier: GPL-3.0-or-later
 * Waits until somebody from outside, such as the utility pevent, tells it of an event; its code is the argument. */
#include "peer.h"

static volatile int told;

static void onEvent(size_t id, pmix_status_t status, const pmix_proc_t* source, pmix_info_t* infos, size_t count,
                    pmix_info_t* results, size_t resultCount, pmix_event_notification_cbfunc_fn_t done, void* data)
{
    (void)id, (void)status, (void)source, (void)infos, (void)count, (void)results, (void)resultCount;
    told = 1;
    done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, data);
}

int main(int argc, char** argv)
{
    begin();
    pmix_status_t code = argc > 1 ? atoi(argv[1]) : PMIX_EXTERNAL_ERR_BASE - 1;
    expect("registered", PMIx_Register_event_handler(&code, 1, NULL, 0, onEvent, NULL, NULL) >= 0);
    fenceAll();
    expect("waiting", 1);
    for (int i = 0; i < 2000 && !told; ++i)
        usleep(10000);
    expect("told from outside", told);
    fenceAll();
    return finish();
}

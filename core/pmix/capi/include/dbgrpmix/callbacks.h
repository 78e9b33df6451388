// SPDX-License-Identifier: BSD-3-Clause
// Callbacks of calls that do not block, and of events and forwarded output. They run on a thread of the library: a
// blocking call from one of them would wait for itself.
#pragma once

#include <dbgrpmix/structs.h>

typedef void (*pmix_op_cbfunc_t)(pmix_status_t status, void* cbdata);
typedef void (*pmix_release_cbfunc_t)(void* cbdata);

typedef void (*pmix_value_cbfunc_t)(pmix_status_t status, pmix_value_t* kv, void* cbdata);
// What `info` holds stays until the receiver calls release_fn(release_cbdata).
typedef void (*pmix_info_cbfunc_t)(pmix_status_t status, pmix_info_t* info, size_t ninfo, void* cbdata,
                                   pmix_release_cbfunc_t release_fn, void* release_cbdata);
typedef void (*pmix_modex_cbfunc_t)(pmix_status_t status, const char* data, size_t ndata, void* cbdata,
                                    pmix_release_cbfunc_t release_fn, void* release_cbdata);
typedef void (*pmix_lookup_cbfunc_t)(pmix_status_t status, pmix_pdata_t data[], size_t ndata, void* cbdata);
typedef void (*pmix_spawn_cbfunc_t)(pmix_status_t status, pmix_nspace_t nspace, void* cbdata);

typedef void (*pmix_hdlr_reg_cbfunc_t)(pmix_status_t status, size_t refid, void* cbdata);
typedef pmix_hdlr_reg_cbfunc_t pmix_evhdlr_reg_cbfunc_t;

// A handler of an event calls `cbfunc` when it is done; the next handler of the chain sees its results.
typedef void (*pmix_event_notification_cbfunc_fn_t)(pmix_status_t status, pmix_info_t* results, size_t nresults,
                                                    pmix_op_cbfunc_t cbfunc, void* thiscbdata,
                                                    void* notification_cbdata);
typedef void (*pmix_notification_fn_t)(size_t evhdlr_registration_id, pmix_status_t status, const pmix_proc_t* source,
                                       pmix_info_t info[], size_t ninfo, pmix_info_t* results, size_t nresults,
                                       pmix_event_notification_cbfunc_fn_t cbfunc, void* cbdata);

typedef void (*pmix_credential_cbfunc_t)(pmix_status_t status, pmix_byte_object_t* credential, pmix_info_t info[],
                                         size_t ninfo, void* cbdata);
typedef void (*pmix_validation_cbfunc_t)(pmix_status_t status, pmix_info_t info[], size_t ninfo, void* cbdata);

typedef void (*pmix_device_dist_cbfunc_t)(pmix_status_t status, pmix_device_distance_t* dist, size_t ndist,
                                          void* cbdata, pmix_release_cbfunc_t release_fn, void* release_cbdata);

typedef void (*pmix_iof_cbfunc_t)(size_t iofhdlr, pmix_iof_channel_t channel, pmix_proc_t* source,
                                  pmix_byte_object_t* payload, pmix_info_t info[], size_t ninfo);

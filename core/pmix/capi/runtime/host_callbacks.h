// SPDX-License-Identifier: BSD-3-Clause
// What a server's host calls when it is done with a request; the last argument is the HostCall. Thread: any.
#pragma once

#include <pmix_server.h>

#include <cstddef>

namespace dbgr::pmix::capi {

/// HostCall<void>
void onOp(pmix_status_t status, void* call);
/// HostCall<Proc>
void onAdmitted(pmix_status_t status, pmix_proc_t* proc, void* call);
/// HostCall<SpawnReply>
void onSpawned(pmix_status_t status, char* nspace, void* call);
/// HostCall<InfoReply>
void onInfos(pmix_status_t status, pmix_info_t* info, std::size_t ninfo, void* call, pmix_release_cbfunc_t releaseFn,
             void* releaseData);
void onValidated(pmix_status_t status, pmix_info_t info[], std::size_t ninfo, void* call);
/// HostCall<LookupFound>
void onFound(pmix_status_t status, pmix_pdata_t data[], std::size_t ndata, void* call);
/// HostCall<Credential>
void onCredential(pmix_status_t status, pmix_byte_object_t* credential, pmix_info_t info[], std::size_t ninfo,
                  void* call);
/// HostCall<std::vector<ProcValues>>
void onModex(pmix_status_t status, const char* data, std::size_t ndata, void* call, pmix_release_cbfunc_t releaseFn,
             void* releaseData);

} // namespace dbgr::pmix::capi

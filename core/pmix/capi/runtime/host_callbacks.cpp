// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/capi/runtime/host_callbacks.h"

#include "pmix/capi/runtime/host_adapter.h"
#include "pmix/capi/runtime/host_call.h"
#include "pmix/capi/values/convert.h"

#include <string>
#include <utility>

namespace dbgr::pmix::capi {

namespace {

util::Result<InfoReply> infoReply(pmix_status_t status, const pmix_info_t* info, std::size_t ninfo)
{
    DBGR_TRY(auto infos, fromC(info, ninfo));
    if (infos.empty())
        DBGR_TRY(toResult(static_cast<Status>(status)));
    return InfoReply{static_cast<Status>(status), std::move(infos)};
}

} // namespace

void onOp(pmix_status_t status, void* call)
{
    HostCall<void>::finish(call, toResult(static_cast<Status>(status)));
}

void onAdmitted(pmix_status_t status, pmix_proc_t* proc, void* call)
{
    HostCall<Proc>::finish(call, unlessFailed(status, proc == nullptr ? Proc{} : fromC(*proc)));
}

void onSpawned(pmix_status_t status, char* nspace, void* call)
{
    HostCall<SpawnReply>::finish(call, unlessFailed(status, SpawnReply{nspace == nullptr ? "" : nspace}));
}

void onInfos(pmix_status_t status, pmix_info_t* info, std::size_t ninfo, void* call, pmix_release_cbfunc_t releaseFn,
             void* releaseData)
{
    auto reply = infoReply(status, info, ninfo);
    if (releaseFn != nullptr)
        releaseFn(releaseData);
    HostCall<InfoReply>::finish(call, std::move(reply));
}

void onFound(pmix_status_t status, pmix_pdata_t data[], std::size_t ndata, void* call)
{
    LookupFound found;
    found.status = static_cast<Status>(status);
    for (std::size_t i = 0; data != nullptr && i < ndata; ++i) {
        auto each = fromC(data[i]);
        if (!each)
            return HostCall<LookupFound>::finish(call, util::fail(std::move(each).error()));
        found.data.push_back(*std::move(each));
    }
    if (found.data.empty() && status != PMIX_SUCCESS)
        return HostCall<LookupFound>::finish(call, util::fail(found.status, "the host has found nothing"));
    HostCall<LookupFound>::finish(call, std::move(found));
}

void onValidated(pmix_status_t status, pmix_info_t info[], std::size_t ninfo, void* call)
{
    HostCall<InfoReply>::finish(call, infoReply(status, info, ninfo));
}

void onCredential(pmix_status_t status, pmix_byte_object_t* credential, pmix_info_t info[], std::size_t ninfo,
                  void* call)
{
    auto infos = fromC(info, ninfo);
    Credential made;
    if (credential != nullptr && credential->bytes != nullptr)
        made.bytes.assign(credential->bytes, credential->size);
    if (infos)
        made.infos = *std::move(infos);
    HostCall<Credential>::finish(call, unlessFailed(status, std::move(made)));
}

void onModex(pmix_status_t status, const char* data, std::size_t ndata, void* call, pmix_release_cbfunc_t releaseFn,
             void* releaseData)
{
    auto values = unpackFromHosts(data == nullptr ? std::string_view() : std::string_view(data, ndata));
    if (releaseFn != nullptr)
        releaseFn(releaseData);
    if (auto outcome = toResult(static_cast<Status>(status)); !outcome)
        values = util::fail(std::move(outcome).error());
    HostCall<std::vector<ProcValues>>::finish(call, std::move(values));
}

} // namespace dbgr::pmix::capi

// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/capi/runtime/reply.h"

namespace dbgr::pmix::capi {

Client::Done<void> toOp(pmix_op_cbfunc_t callback, void* cbdata)
{
    return [callback, cbdata](const util::Result<void>& result) {
        if (callback != nullptr)
            callback(codeOf(result), cbdata);
    };
}

Client::Done<InfoReply> toInfos(pmix_info_cbfunc_t callback, void* cbdata)
{
    return [callback, cbdata](const util::Result<InfoReply>& reply) {
        if (callback == nullptr)
            return;
        if (reply)
            giveInfos(static_cast<pmix_status_t>(reply->status), reply->infos, callback, cbdata);
        else
            callback(codeOf(reply), nullptr, 0, cbdata, nullptr, nullptr);
    };
}

void giveInfos(pmix_status_t status, const std::vector<Info>& infos, pmix_info_cbfunc_t callback, void* cbdata)
{
    if (infos.empty())
        return callback(status, nullptr, 0, cbdata, nullptr, nullptr);
    auto* kept = new CArray<pmix_info_t>(toC(infos));
    const pmix_release_cbfunc_t release = [](void* data) { delete static_cast<CArray<pmix_info_t>*>(data); };
    callback(status, kept->data(), kept->size(), cbdata, release, kept);
}

pmix_status_t mayWait()
{
    const auto runtime = Library::instance().runtime();
    if (!runtime)
        return PMIX_ERR_INIT;
    return runtime->onLoop() ? PMIX_ERR_WOULD_BLOCK : PMIX_SUCCESS;
}

void takeInfos(pmix_status_t status, pmix_info_t* info, std::size_t ninfo, void* cbdata,
               pmix_release_cbfunc_t releaseFn, void* releaseData)
{
    InfosWaited waited;
    waited.status = status;
    waited.infos = CArray<pmix_info_t>(ninfo);
    for (std::size_t i = 0; i < ninfo; ++i)
        PMIx_Info_xfer(waited.infos.data() + i, info + i);
    if (releaseFn != nullptr)
        releaseFn(releaseData);
    static_cast<Waiter<InfosWaited>*>(cbdata)->put(std::move(waited));
}

} // namespace dbgr::pmix::capi

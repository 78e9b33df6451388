// SPDX-License-Identifier: BSD-3-Clause
// The two forms of nearly every C function: the one that calls back, which does the work, and the one that waits for
// that callback. Thread: any; the callbacks run on the library's thread.
#pragma once

#include "pmix/capi/runtime/library.h"
#include "pmix/capi/values/convert.h"
#include "pmix/ops/info_reply.h"

#include <pmix_common.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace dbgr::pmix::capi {

/// Runs `start(runtime, done)` on the library's thread; what it answers goes to `done`.
/// \return PMIX_SUCCESS (there will be one callback), PMIX_ERR_INIT (there will be none)
template <class T, class Start>
pmix_status_t start(Client::Done<T> done, Start start)
{
    const auto runtime = Library::instance().runtime();
    if (!runtime)
        return PMIX_ERR_INIT;
    runtime->ask<T>(std::move(done), std::move(start));
    return PMIX_SUCCESS;
}

// ---- Callbacks, as the core wants them. A NULL is called by nobody.

[[nodiscard]] Client::Done<void> toOp(pmix_op_cbfunc_t callback, void* cbdata);
/// The infos stay until the program releases them.
[[nodiscard]] Client::Done<InfoReply> toInfos(pmix_info_cbfunc_t callback, void* cbdata);
/// Calls `callback` with infos that it has to release.
void giveInfos(pmix_status_t status, const std::vector<Info>& infos, pmix_info_cbfunc_t callback, void* cbdata);

// ---- Waiting. `call(callback, cbdata)` is the other form of the function.

/// \return PMIX_ERR_WOULD_BLOCK in a callback; else what the callback or the call said, success being PMIX_SUCCESS
template <class Call>
pmix_status_t wait(Call call);
/// \param results, nresults may be NULL
template <class Call>
pmix_status_t waitForInfos(pmix_info_t** results, std::size_t* nresults, Call call);

/// Whether a call from here could wait. \return PMIX_SUCCESS, PMIX_ERR_INIT, PMIX_ERR_WOULD_BLOCK
[[nodiscard]] pmix_status_t mayWait();

/// OPERATION_SUCCEEDED is a success of which no callback tells.
[[nodiscard]] inline pmix_status_t plain(pmix_status_t status)
{
    return status == PMIX_OPERATION_SUCCEEDED ? PMIX_SUCCESS : status;
}

struct InfosWaited
{
    pmix_status_t status = PMIX_SUCCESS;
    CArray<pmix_info_t> infos;
};
/// A pmix_info_cbfunc_t for a Waiter<InfosWaited>.
void takeInfos(pmix_status_t status, pmix_info_t* info, std::size_t ninfo, void* cbdata,
               pmix_release_cbfunc_t releaseFn, void* releaseData);

template <class Call>
pmix_status_t wait(Call call)
{
    if (const pmix_status_t allowed = mayWait(); allowed != PMIX_SUCCESS)
        return allowed;
    Waiter<pmix_status_t> waiter;
    const pmix_op_cbfunc_t callback = [](pmix_status_t status, void* cbdata) {
        static_cast<Waiter<pmix_status_t>*>(cbdata)->put(status);
    };
    const pmix_status_t status = call(callback, static_cast<void*>(&waiter));
    return plain(status == PMIX_SUCCESS ? waiter.take() : status);
}

template <class Call>
pmix_status_t waitForInfos(pmix_info_t** results, std::size_t* nresults, Call call)
{
    if (results != nullptr)
        *results = nullptr;
    if (nresults != nullptr)
        *nresults = 0;
    if (const pmix_status_t allowed = mayWait(); allowed != PMIX_SUCCESS)
        return allowed;
    Waiter<InfosWaited> waiter;
    const pmix_status_t status = call(takeInfos, static_cast<void*>(&waiter));
    if (status != PMIX_SUCCESS)
        return plain(status);
    InfosWaited waited = waiter.take();
    if (nresults != nullptr && results != nullptr) {
        *nresults = waited.infos.size();
        *results = waited.infos.release();
    }
    return plain(waited.status);
}

} // namespace dbgr::pmix::capi

// SPDX-License-Identifier: BSD-3-Clause
// PMIx_Init() and its end, and what concerns the library as a whole.
#include "pmix/capi/runtime/reply.h"
#include "pmix/handshake/environment.h"
#include "pmix/handshake/own_nspace.h"
#include "pmix/server/directives.h"
#include "pmix/types/keys.h"

#include <pmix.h>

#include <cstdlib>
#include <string>

#include <unistd.h>

using namespace dbgr;
using namespace dbgr::pmix;
using namespace dbgr::pmix::capi;

namespace {

const char* getEnv(const char* name)
{
    return std::getenv(name);
}

/// A process that nobody has launched is a job of its own.
Proc singleton()
{
    return Proc{ownNspace("singleton"), ProcRank(0)};
}

util::Result<void> connectAsClient(Runtime& runtime)
{
    return runtime.await<void>([](Runtime& r, const Client::Done<void>& done) {
        auto identity = readSpawnedIdentity(getEnv);
        if (identity)
            return r.client().connectAsClient(*std::move(identity), done);
        if (getEnv("PMIX_NAMESPACE") != nullptr)
            return done(util::fail(std::move(identity).error()));
        r.client().stayAlone(singleton());
        done(util::ok());
    });
}

} // namespace

pmix_status_t PMIx_Init(pmix_proc_t* proc, pmix_info_t info[], size_t ninfo)
{
    const auto infos = fromC(info, ninfo);
    if (!infos)
        return codeOf(infos);
    return Library::instance().begin(ToolConfig{}, connectAsClient, proc);
}

pmix_status_t PMIx_Finalize(const pmix_info_t info[], size_t ninfo)
{
    const auto infos = fromC(info, ninfo);
    if (!infos)
        return codeOf(infos);
    if (!hasFlag(*infos, keys::kEmbedBarrier))
        return Library::instance().end();
    return Library::instance().end([](Runtime& runtime) {
        return runtime.await<void>(
            [](Runtime& r, const Client::Done<void>& done) { r.client().fence(CollectiveRequest{}, done); });
    });
}

int PMIx_Initialized(void)
{
    return Library::instance().runtime() ? 1 : 0;
}

pmix_status_t PMIx_Abort(int status, const char msg[], pmix_proc_t procs[], size_t nprocs)
{
    AbortRequest request;
    request.status = static_cast<Status>(status);
    if (msg != nullptr)
        request.message = msg;
    request.targets = fromC(procs, nprocs);
    return wait([&](pmix_op_cbfunc_t callback, void* cbdata) {
        return start<void>(toOp(callback, cbdata), [request](Runtime& runtime, Client::Done<void> done) {
            runtime.client().abort(request, std::move(done));
        });
    });
}

void PMIx_Progress(void)
{
    // Ours is a thread, which needs no help.
}

void PMIx_Progress_thread_stop(const pmix_info_t*, size_t)
{
    const auto runtime = Library::instance().runtime();
    if (runtime && !runtime->onLoop()) // in a callback it would wait for itself
        (void)runtime->onLoopDo<void>([](Runtime&) { return util::ok(); });
}

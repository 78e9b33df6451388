// SPDX-License-Identifier: BSD-3-Clause
// Spawn, connect, disconnect; who is where.
#include "pmix/capi/runtime/reply.h"

#include <pmix.h>

#include <cstdlib>
#include <cstring>
#include <string>

using namespace dbgr;
using namespace dbgr::pmix;
using namespace dbgr::pmix::capi;

namespace {

struct Spawned
{
    pmix_status_t status;
    std::string nspace;
};

util::Result<CollectiveRequest> collective(const pmix_proc_t procs[], size_t nprocs, const pmix_info_t info[],
                                           size_t ninfo)
{
    DBGR_TRY(auto infos, fromC(info, ninfo));
    if (procs == nullptr || nprocs == 0)
        return util::fail(Status::ErrBadParam, "no process is named");
    return CollectiveRequest{fromC(procs, nprocs), std::move(infos)};
}

} // namespace

pmix_status_t PMIx_Spawn_nb(const pmix_info_t job_info[], size_t ninfo, const pmix_app_t apps[], size_t napps,
                            pmix_spawn_cbfunc_t cbfunc, void* cbdata)
{
    auto infos = fromC(job_info, ninfo);
    auto programs = fromC(apps, napps);
    if (!infos || !programs)
        return infos ? codeOf(programs) : codeOf(infos);
    if (programs->empty() || cbfunc == nullptr)
        return PMIX_ERR_BAD_PARAM;
    const auto done = [cbfunc, cbdata](const util::Result<SpawnReply>& reply) {
        pmix_nspace_t nspace;
        PMIx_Load_nspace(nspace, reply ? reply->nspace.c_str() : "");
        cbfunc(codeOf(reply), nspace, cbdata);
    };
    return start<SpawnReply>(done, [request = SpawnRequest{*std::move(infos), *std::move(programs)}](
                                       Runtime& runtime, Client::Done<SpawnReply> answer) {
        runtime.client().spawn(request, std::move(answer));
    });
}

pmix_status_t PMIx_Spawn(const pmix_info_t job_info[], size_t ninfo, const pmix_app_t apps[], size_t napps,
                         pmix_nspace_t nspace)
{
    if (const pmix_status_t allowed = mayWait(); allowed != PMIX_SUCCESS)
        return allowed;
    Waiter<Spawned> waiter;
    const pmix_spawn_cbfunc_t take = [](pmix_status_t status, char* name, void* cbdata) {
        static_cast<Waiter<Spawned>*>(cbdata)->put(Spawned{status, name});
    };
    const pmix_status_t called = PMIx_Spawn_nb(job_info, ninfo, apps, napps, take, &waiter);
    if (called != PMIX_SUCCESS)
        return called;
    const Spawned spawned = waiter.take();
    if (nspace != nullptr)
        PMIx_Load_nspace(nspace, spawned.nspace.c_str());
    return spawned.status;
}

pmix_status_t PMIx_Connect_nb(const pmix_proc_t procs[], size_t nprocs, const pmix_info_t info[], size_t ninfo,
                              pmix_op_cbfunc_t cbfunc, void* cbdata)
{
    auto request = collective(procs, nprocs, info, ninfo);
    if (!request)
        return codeOf(request);
    return start<void>(toOp(cbfunc, cbdata),
                       [request = *std::move(request)](Runtime& runtime, Client::Done<void> done) {
                           runtime.client().connect(request, std::move(done));
                       });
}

pmix_status_t PMIx_Connect(const pmix_proc_t procs[], size_t nprocs, const pmix_info_t info[], size_t ninfo)
{
    return wait([&](pmix_op_cbfunc_t callback, void* cbdata) {
        return PMIx_Connect_nb(procs, nprocs, info, ninfo, callback, cbdata);
    });
}

pmix_status_t PMIx_Disconnect_nb(const pmix_proc_t procs[], size_t nprocs, const pmix_info_t info[], size_t ninfo,
                                 pmix_op_cbfunc_t cbfunc, void* cbdata)
{
    auto request = collective(procs, nprocs, info, ninfo);
    if (!request)
        return codeOf(request);
    return start<void>(toOp(cbfunc, cbdata),
                       [request = *std::move(request)](Runtime& runtime, Client::Done<void> done) {
                           runtime.client().disconnect(request, std::move(done));
                       });
}

pmix_status_t PMIx_Disconnect(const pmix_proc_t procs[], size_t nprocs, const pmix_info_t info[], size_t ninfo)
{
    return wait([&](pmix_op_cbfunc_t callback, void* cbdata) {
        return PMIx_Disconnect_nb(procs, nprocs, info, ninfo, callback, cbdata);
    });
}

pmix_status_t PMIx_Resolve_peers(const char* nodename, const pmix_nspace_t nspace, pmix_proc_t** procs, size_t* nprocs)
{
    const auto runtime = Library::instance().runtime();
    if (!runtime)
        return PMIX_ERR_INIT;
    if (procs == nullptr || nprocs == nullptr)
        return PMIX_ERR_BAD_PARAM;
    *procs = nullptr;
    *nprocs = 0;
    const NullableString node = nodename == nullptr ? NullableString() : NullableString(nodename);
    const std::string job = nspace == nullptr ? "" : nspace;
    const auto found =
        runtime->await<std::vector<Proc>>([node, job](Runtime& r, const Client::Done<std::vector<Proc>>& done) {
            r.client().resolvePeers(node, job, done);
        });
    if (!found)
        return codeOf(found);
    CArray<pmix_proc_t> array = toC(*found);
    *nprocs = array.size();
    *procs = array.release();
    return PMIX_SUCCESS;
}

pmix_status_t PMIx_Resolve_nodes(const pmix_nspace_t nspace, char** nodelist)
{
    const auto runtime = Library::instance().runtime();
    if (!runtime)
        return PMIX_ERR_INIT;
    if (nodelist == nullptr)
        return PMIX_ERR_BAD_PARAM;
    *nodelist = nullptr;
    const std::string job = nspace == nullptr ? "" : nspace;
    const auto nodes = runtime->await<std::string>(
        [job](Runtime& r, const Client::Done<std::string>& done) { r.client().resolveNodes(job, done); });
    if (!nodes)
        return codeOf(nodes);
    *nodelist = ::strdup(nodes->c_str());
    return PMIX_SUCCESS;
}

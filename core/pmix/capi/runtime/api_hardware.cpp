// SPDX-License-Identifier: BSD-3-Clause
// Devices, and how far they are; fabrics, of which a server's host knows.
#include "pmix/capi/runtime/reply.h"
#include "pmix/capi/runtime/server_side.h"
#include "pmix/capi/values/distances.h"
#include "pmix/capi/values/guard.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"

#include <pmix.h>

#include <string>

using namespace dbgr;
using namespace dbgr::pmix;
using namespace dbgr::pmix::capi;

namespace {

/// What the program gives back when it has read it.
struct DistancesGiven
{
    pmix_device_distance_t* array;
    std::size_t size;
};

void release(void* data)
{
    const auto* given = static_cast<DistancesGiven*>(data);
    if (given->array != nullptr)
        PMIx_Device_distance_free(given->array, given->size);
    delete given;
}

/// What the host has said of a fabric goes where the program looks for it.
void keepIn(pmix_fabric_t& fabric, const std::vector<Info>& infos)
{
    if (fabric.info != nullptr)
        PMIx_Info_free(fabric.info, fabric.ninfo);
    CArray<pmix_info_t> array = toC(infos);
    fabric.ninfo = array.size();
    fabric.info = array.release();
}

/// Our own host, where we are a server that has one with fabrics; else our server's.
void ask(Runtime& own, FabricOperation operation, const std::vector<Info>& infos, const Client::Done<InfoReply>& done)
{
    if (own.server() != nullptr && own.server()->host().hasFabrics())
        return own.server()->host().fabric(own.client().self(), operation, infos, done);
    if (operation == FabricOperation::Request)
        return own.client().registerFabric(infos, done);
    const Value* index = find(infos, keys::kFabricIndex);
    own.client().updateFabric(index != nullptr ? index->asUnsigned().value_or(0) : 0, done);
}

pmix_status_t ask(pmix_fabric_t* fabric, FabricOperation operation, std::vector<Info> infos, pmix_op_cbfunc_t callback,
                  void* cbdata)
{
    if (Library::instance().runtime() == nullptr)
        return PMIX_ERR_INIT;
    if (fabric == nullptr)
        return PMIX_ERR_BAD_PARAM;
    if (fabric->name != nullptr)
        infos.emplace_back(std::string(keys::kFabricIdentifier), Value::string(fabric->name));
    return start<InfoReply>(
        [fabric, callback, cbdata](util::Result<InfoReply> reply) {
            if (reply)
                keepIn(*fabric, reply->infos);
            if (callback != nullptr)
                callback(codeOf(reply), cbdata);
        },
        [operation, infos = std::move(infos)](Runtime& own, const Client::Done<InfoReply>& done) {
            ask(own, operation, infos, done);
        });
}

} // namespace

pmix_status_t PMIx_Compute_distances(pmix_topology_t* topo, pmix_cpuset_t* cpuset, pmix_info_t info[], size_t ninfo,
                                     pmix_device_distance_t* distances[], size_t* ndist)
{
    if (distances != nullptr)
        *distances = nullptr;
    if (ndist != nullptr)
        *ndist = 0;
    if (Library::instance().runtime() == nullptr)
        return PMIX_ERR_INIT;
    if (distances == nullptr || ndist == nullptr)
        return PMIX_ERR_BAD_PARAM;
    return guarded([&] {
        const auto infos = fromC(info, ninfo);
        if (!infos)
            return codeOf(infos);
        const auto found = deviceDistances(topo, cpuset, *infos);
        if (!found)
            return codeOf(found);
        *distances = toC(*found);
        *ndist = *distances == nullptr ? 0 : found->size();
        return *distances == nullptr ? PMIX_ERR_NOMEM : PMIX_SUCCESS;
    });
}

pmix_status_t PMIx_Compute_distances_nb(pmix_topology_t* topo, pmix_cpuset_t* cpuset, pmix_info_t info[], size_t ninfo,
                                        pmix_device_dist_cbfunc_t cbfunc, void* cbdata)
{
    if (cbfunc == nullptr)
        return PMIX_ERR_BAD_PARAM;
    pmix_device_distance_t* array = nullptr;
    std::size_t size = 0;
    const pmix_status_t status = PMIx_Compute_distances(topo, cpuset, info, ninfo, &array, &size);
    const auto runtime = Library::instance().runtime();
    if (!runtime || status == PMIX_ERR_INIT)
        return PMIX_ERR_INIT;
    runtime->loop().post([status, cbfunc, cbdata, given = new DistancesGiven{array, size}] {
        cbfunc(status, given->array, given->size, cbdata, release, given);
    });
    return PMIX_SUCCESS;
}

pmix_status_t PMIx_Fabric_register_nb(pmix_fabric_t* fabric, const pmix_info_t directives[], size_t ndirs,
                                      pmix_op_cbfunc_t cbfunc, void* cbdata)
{
    auto infos = fromC(directives, ndirs);
    if (!infos)
        return codeOf(infos);
    return ask(fabric, FabricOperation::Request, *std::move(infos), cbfunc, cbdata);
}

pmix_status_t PMIx_Fabric_register(pmix_fabric_t* fabric, const pmix_info_t directives[], size_t ndirs)
{
    return wait([&](pmix_op_cbfunc_t callback, void* cbdata) {
        return PMIx_Fabric_register_nb(fabric, directives, ndirs, callback, cbdata);
    });
}

pmix_status_t PMIx_Fabric_update_nb(pmix_fabric_t* fabric, pmix_op_cbfunc_t cbfunc, void* cbdata)
{
    std::vector<Info> infos;
    if (fabric != nullptr)
        infos.emplace_back(std::string(keys::kFabricIndex), Value::of<DataType::Size>(fabric->index));
    return ask(fabric, FabricOperation::Update, std::move(infos), cbfunc, cbdata);
}

pmix_status_t PMIx_Fabric_update(pmix_fabric_t* fabric)
{
    return wait(
        [&](pmix_op_cbfunc_t callback, void* cbdata) { return PMIx_Fabric_update_nb(fabric, callback, cbdata); });
}

pmix_status_t PMIx_Fabric_deregister(pmix_fabric_t* fabric)
{
    if (Library::instance().runtime() == nullptr)
        return PMIX_ERR_INIT;
    if (fabric == nullptr)
        return PMIX_ERR_BAD_PARAM;
    keepIn(*fabric, {});
    fabric->module = nullptr;
    return PMIX_SUCCESS;
}

/// There is nobody to tell: it is done when this returns.
pmix_status_t PMIx_Fabric_deregister_nb(pmix_fabric_t* fabric, pmix_op_cbfunc_t, void*)
{
    const pmix_status_t status = PMIx_Fabric_deregister(fabric);
    return status == PMIX_SUCCESS ? PMIX_OPERATION_SUCCEEDED : status;
}

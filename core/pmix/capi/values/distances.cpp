// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/capi/values/distances.h"

#include "pmix/capi/values/cpusets_p.h"
#include "pmix/capi/values/structs.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"

#include <pmix.h>

#include <optional>
#include <string>

namespace dbgr::pmix::capi {

namespace {

util::Result<CpuSet> unitsWanted(const pmix_cpuset_t* cpuset)
{
    if (cpuset != nullptr && (cpuset->source != nullptr || cpuset->bitmap != nullptr)) {
        auto units = unitsIn(*cpuset);
        if (!units)
            return util::fail(Status::ErrNotSupported, "the set of processors was made by another library");
        if (units->empty())
            return util::fail(Status::ErrBadParam, "the set of processors is empty");
        return *std::move(units);
    }
    pmix_cpuset_t own{};
    if (PMIx_Get_cpuset(&own, PMIX_CPUBIND_PROCESS) != PMIX_SUCCESS)
        return util::fail(Status::ErrNotAvailable, "the system does not say what we are bound to");
    auto units = unitsIn(own);
    PMIx_Cpuset_destruct(&own);
    return std::move(units).value_or(CpuSet());
}

util::Result<Topology> topologyWanted(const pmix_topology_t* topology)
{
    if (topology == nullptr || (topology->source == nullptr && topology->topology == nullptr)) {
        auto node = Topology::ofWholeNode();
        return node ? std::move(node) : util::fail(Status::ErrNotAvailable, node.error().message());
    }
    if (topology->source == nullptr || topology->topology == nullptr || std::strcmp(topology->source, kOwnSource) != 0)
        return util::fail(Status::ErrNotSupported, "the topology was made by another library");
    return Topology::fromXml(static_cast<const char*>(topology->topology));
}

util::Result<DeviceChoice> choiceIn(const std::vector<Info>& infos)
{
    DeviceChoice choice;
    for (const Info& info : infos) {
        if (info.key == keys::kDeviceType) {
            const auto types = info.value.asUnsigned();
            if (!types)
                return util::fail(Status::ErrBadParam, "PMIX_DEVICE_TYPE is no number");
            choice.types |= *types;
        }
        if (info.key == keys::kDeviceId) {
            const auto id = info.value.asString();
            if (!id || id->empty())
                return util::fail(Status::ErrBadParam, "PMIX_DEVICE_ID is no text");
            choice.id = *id;
        }
    }
    return choice;
}

} // namespace

util::Result<std::vector<DeviceDistance>> deviceDistances(const pmix_topology_t* topology, const pmix_cpuset_t* cpuset,
                                                          const std::vector<Info>& infos)
{
    DBGR_TRY(const DeviceChoice choice, choiceIn(infos));
    DBGR_TRY(const CpuSet units, unitsWanted(cpuset));
    DBGR_TRY(const Topology node, topologyWanted(topology));
    auto distances = node.distances(units, choice);
    if (distances.empty())
        return util::fail(Status::ErrNotFound, "the node has no such device");
    return distances;
}

pmix_device_distance_t* toC(const std::vector<DeviceDistance>& distances)
{
    pmix_device_distance_t* array = distances.empty() ? nullptr : PMIx_Device_distance_create(distances.size());
    for (std::size_t i = 0; array != nullptr && i < distances.size(); ++i) {
        const DeviceDistance& from = distances[i];
        array[i].uuid = strdup(textOf(from.uuid).c_str());
        array[i].osname = strdup(textOf(from.osName).c_str());
        array[i].type = from.type;
        array[i].mindist = from.minimum;
        array[i].maxdist = from.maximum;
    }
    return array;
}

} // namespace dbgr::pmix::capi

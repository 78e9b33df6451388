// SPDX-License-Identifier: BSD-3-Clause
// The four functions that every structure has, for all of them.
#include "pmix/capi/values/structs.h"

namespace capi = dbgr::pmix::capi;

#define DBGR_C_FAMILY(name, type)                                                                                      \
    void PMIx_##name##_construct(type* p)                                                                              \
    {                                                                                                                  \
        if (p)                                                                                                         \
            capi::construct(*p);                                                                                       \
    }                                                                                                                  \
    void PMIx_##name##_destruct(type* p)                                                                               \
    {                                                                                                                  \
        if (p)                                                                                                         \
            capi::freeContent(*p);                                                                                     \
    }                                                                                                                  \
    type* PMIx_##name##_create(size_t n)                                                                               \
    {                                                                                                                  \
        return capi::makeArray<type>(n);                                                                               \
    }                                                                                                                  \
    void PMIx_##name##_free(type* p, size_t n)                                                                         \
    {                                                                                                                  \
        capi::freeArray(p, n);                                                                                         \
    }

DBGR_C_FAMILY(Proc, pmix_proc_t)
DBGR_C_FAMILY(Proc_info, pmix_proc_info_t)
DBGR_C_FAMILY(Envar, pmix_envar_t)
DBGR_C_FAMILY(Value, pmix_value_t)
DBGR_C_FAMILY(Byte_object, pmix_byte_object_t)
DBGR_C_FAMILY(Info, pmix_info_t)
DBGR_C_FAMILY(Pdata, pmix_pdata_t)
DBGR_C_FAMILY(App, pmix_app_t)
DBGR_C_FAMILY(Query, pmix_query_t)
DBGR_C_FAMILY(Regattr, pmix_regattr_t)
DBGR_C_FAMILY(Geometry, pmix_geometry_t)
DBGR_C_FAMILY(Device_distance, pmix_device_distance_t)
DBGR_C_FAMILY(Device, pmix_device_t)
DBGR_C_FAMILY(Resource_unit, pmix_resource_unit_t)
DBGR_C_FAMILY(Node_pid, pmix_node_pid_t)
DBGR_C_FAMILY(Endpoint, pmix_endpoint_t)
DBGR_C_FAMILY(Cpuset, pmix_cpuset_t)
DBGR_C_FAMILY(Topology, pmix_topology_t)
DBGR_C_FAMILY(Proc_stats, pmix_proc_stats_t)
DBGR_C_FAMILY(Disk_stats, pmix_disk_stats_t)
DBGR_C_FAMILY(Net_stats, pmix_net_stats_t)
DBGR_C_FAMILY(Node_stats, pmix_node_stats_t)

void PMIx_Fabric_construct(pmix_fabric_t* p)
{
    if (p)
        *p = pmix_fabric_t{};
}

void PMIx_Coord_construct(pmix_coord_t* p)
{
    if (p)
        capi::construct(*p);
}

void PMIx_Coord_destruct(pmix_coord_t* p)
{
    if (p)
        capi::freeContent(*p);
}

pmix_coord_t* PMIx_Coord_create(size_t dims, size_t n)
{
    auto* coords = capi::makeArray<pmix_coord_t>(n);
    for (size_t i = 0; coords && i < n; ++i) {
        coords[i].coord = capi::makeArray<uint32_t>(dims);
        coords[i].dims = coords[i].coord ? dims : 0;
    }
    return coords;
}

void PMIx_Coord_free(pmix_coord_t* p, size_t n)
{
    capi::freeArray(p, n);
}

void PMIx_App_release(pmix_app_t* p)
{
    capi::freeArray(p, 1);
}

void PMIx_App_info_create(pmix_app_t* p, size_t n)
{
    p->info = capi::makeArray<pmix_info_t>(n);
    p->ninfo = p->info ? n : 0;
}

void PMIx_Query_release(pmix_query_t* p)
{
    capi::freeArray(p, 1);
}

void PMIx_Query_qualifiers_create(pmix_query_t* p, size_t n)
{
    p->qualifiers = capi::makeArray<pmix_info_t>(n);
    p->nqual = p->qualifiers ? n : 0;
}

// SPDX-License-Identifier: BSD-3-Clause
// What this library knows of but does not do: fabrics, distances of devices, resource blocks, control of sessions.
#include <pmix.h>

pmix_status_t PMIx_Fabric_register(pmix_fabric_t*, const pmix_info_t[], size_t)
{
    return PMIX_ERR_NOT_SUPPORTED;
}

pmix_status_t PMIx_Fabric_register_nb(pmix_fabric_t*, const pmix_info_t[], size_t, pmix_op_cbfunc_t, void*)
{
    return PMIX_ERR_NOT_SUPPORTED;
}

pmix_status_t PMIx_Fabric_update(pmix_fabric_t*)
{
    return PMIX_ERR_NOT_SUPPORTED;
}

pmix_status_t PMIx_Fabric_update_nb(pmix_fabric_t*, pmix_op_cbfunc_t, void*)
{
    return PMIX_ERR_NOT_SUPPORTED;
}

pmix_status_t PMIx_Fabric_deregister(pmix_fabric_t*)
{
    return PMIX_ERR_NOT_SUPPORTED;
}

pmix_status_t PMIx_Fabric_deregister_nb(pmix_fabric_t*, pmix_op_cbfunc_t, void*)
{
    return PMIX_ERR_NOT_SUPPORTED;
}

pmix_status_t PMIx_Compute_distances(pmix_topology_t*, pmix_cpuset_t*, pmix_info_t[], size_t,
                                     pmix_device_distance_t* distances[], size_t* ndist)
{
    if (distances != nullptr)
        *distances = nullptr;
    if (ndist != nullptr)
        *ndist = 0;
    return PMIX_ERR_NOT_SUPPORTED;
}

pmix_status_t PMIx_Compute_distances_nb(pmix_topology_t*, pmix_cpuset_t*, pmix_info_t[], size_t,
                                        pmix_device_dist_cbfunc_t, void*)
{
    return PMIX_ERR_NOT_SUPPORTED;
}

pmix_status_t PMIx_Resource_block(pmix_resource_block_directive_t, char*, const pmix_resource_unit_t*, size_t,
                                  const pmix_info_t*, size_t)
{
    return PMIX_ERR_NOT_SUPPORTED;
}

pmix_status_t PMIx_Resource_block_nb(pmix_resource_block_directive_t, char*, const pmix_resource_unit_t*, size_t,
                                     const pmix_info_t*, size_t, pmix_op_cbfunc_t, void*)
{
    return PMIX_ERR_NOT_SUPPORTED;
}

pmix_status_t PMIx_Session_control(uint32_t, const pmix_info_t[], size_t, pmix_info_cbfunc_t, void*)
{
    return PMIX_ERR_NOT_SUPPORTED;
}

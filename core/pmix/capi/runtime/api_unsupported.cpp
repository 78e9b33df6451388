// SPDX-License-Identifier: BSD-3-Clause
// What this library knows of but does not do: resource blocks.
#include <pmix.h>

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

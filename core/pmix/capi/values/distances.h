// SPDX-License-Identifier: BSD-3-Clause
// How far this node's devices are from a set of processors; needs no server. Thread: any.
#pragma once

#include "pmix/types/fabric_types.h"
#include "pmix/types/value.h"
#include "util/result.h"

#include <pmix_common.h>

#include <vector>

namespace dbgr::pmix::capi {

/// \param topology,cpuset those of this library; NULL or empty: the node, and what the process is bound to
/// \param infos PMIX_DEVICE_TYPE (a mask), PMIX_DEVICE_ID (a name or a uuid); others are ignored
/// \errors Status::ErrNotFound (no such device), ErrNotSupported (a topology or set that another library has made),
/// ErrBadParam (what is in them, an info of another type), ErrNotAvailable (hwloc fails)
[[nodiscard]] util::Result<std::vector<DeviceDistance>>
deviceDistances(const pmix_topology_t* topology, const pmix_cpuset_t* cpuset, const std::vector<Info>& infos);

/// \return for PMIx_Device_distance_free(); NULL for none, and without memory
[[nodiscard]] pmix_device_distance_t* toC(const std::vector<DeviceDistance>& distances);

} // namespace dbgr::pmix::capi

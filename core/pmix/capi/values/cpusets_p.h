// SPDX-License-Identifier: BSD-3-Clause
// What is in a pmix_cpuset_t of ours; for the files of this folder. Thread: any.
#pragma once

#include "pmix/topology/topology.h"

#include <pmix_common.h>

#include <optional>

namespace dbgr::pmix::capi {

/// The processing units of a set that this library has made; nothing for those of others.
[[nodiscard]] std::optional<CpuSet> unitsIn(const pmix_cpuset_t& cpuset);

} // namespace dbgr::pmix::capi

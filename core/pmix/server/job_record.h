// SPDX-License-Identifier: BSD-3-Clause
// A namespace as a host makes it known to its server, before the first of its processes runs. Thread: any; plain
// values. \std PMIx_server_register_nspace, PMIx_server_register_client
#pragma once

#include "pmix/ops/job_info.h"

#include <cstdint>
#include <map>
#include <vector>

namespace dbgr::pmix {

struct JobRecord
{
    /// What every process of the job, and whoever connects to it, is told: job-level values, PMIX_SESSION_INFO_ARRAY,
    /// PMIX_NODE_INFO_ARRAY, PMIX_APP_INFO_ARRAY, and each rank's values.
    JobInfo info;
    /// Its processes on this node, in the order of their local ranks.
    std::vector<ProcRank> localRanks;
    /// Job-level values that only one rank is told: PMIX_DEBUG_STOP_IN_INIT for some ranks, since the libraries up to
    /// 5.0 stop when the key is there, whatever its value.
    std::map<ProcRank, std::vector<KeyValue>> onlyToRank;
    /// Which user may connect as its processes.
    std::uint32_t uid = 0;
};

} // namespace dbgr::pmix

// SPDX-License-Identifier: BSD-3-Clause
// Which process of a job runs where on this node. Pure. Thread: any.
#pragma once

#include "launcher/job_spec.h"
#include "util/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace dbgr::launcher {

struct MappedProcess
{
    util::Rank rank;
    std::uint32_t app = 0;     ///< PMIX_APPNUM
    std::uint32_t appRank = 0; ///< PMIX_APP_RANK
    std::uint32_t localRank = 0;
    std::uint32_t nodeRank = 0;
    pmix::CpuSet cpus;    ///< empty: not bound
    std::string locality; ///< PMIX_LOCALITY_STRING; empty when not bound
};

struct JobMap
{
    std::vector<MappedProcess> processes; ///< by rank
    bool oversubscribed = false;
    std::string mapBy; ///< as PMIX_MAPBY tells it
    std::string bindTo;
};

/// What is taken already.
struct NodeUse
{
    std::uint32_t slots = 0; ///< --host-slots, or the number of cores
    std::uint32_t slotsInUse = 0;
    std::uint32_t nextNodeRank = 0;
};

/// Daemons of a debugger take no slots, whatever PMIX_MAPBY says.
/// \param targetRanks how many processes the target of debugger daemons has on this node
/// \errors Status::ErrJobFailedToMap with the reason, Status::ErrBadParam
[[nodiscard]] util::Result<JobMap> mapJob(const JobSpec& spec, const pmix::Topology& topology, const NodeUse& use,
                                          std::uint32_t targetRanks = 0);

} // namespace dbgr::launcher

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
    pmix::CpuSet cpus; ///< empty: not bound
    /// Those of the node's processors that are its own: within `cpus`, and nobody else is mapped to them.
    pmix::CpuSet taken;
    std::string locality; ///< PMIX_LOCALITY_STRING; empty when not bound
};

struct JobMap
{
    std::vector<MappedProcess> processes; ///< by rank
    bool oversubscribed = false;
    std::string mapBy; ///< as PMIX_MAPBY tells it
    std::string rankBy;
    std::string bindTo;
    std::string note = {}; ///< why processes are not bound as one would expect; empty: they are
};

/// What is taken already.
struct NodeUse
{
    std::uint32_t totalSlots = 0; ///< --host-slots, or the number of cores
    bool slotsGiven = false;      ///< by --host-slots: no more than that, unless the job asks for it
    std::uint32_t slotsInUse = 0;
    pmix::CpuSet cpusInUse;    ///< all that is `taken` by processes that run
    pmix::CpuSet cpusOfOthers; ///< by those of other launchers: left to them, unless the user asks for binding
    std::uint32_t nextNodeRank = 0;
};

/// PMIX_LOCAL_RANK has 16 bits.
inline constexpr std::uint32_t kMaxProcesses = 65535;

/// Daemons of a debugger take no slots, are bound to nothing and have node ranks of their own; their number is
/// PMIX_DEBUG_DAEMONS_PER_PROC, _PER_NODE, that of "ppr:N:node", or else the app's own.
/// \pre each app has an argv[0]
/// \param targetRanks how many processes the target of debugger daemons has on this node
/// \errors Status::ErrJobFailedToMap with the reason, Status::ErrBadParam
[[nodiscard]] util::Result<JobMap> mapJob(const JobSpec& spec, const pmix::Topology& topology, const NodeUse& use,
                                          std::uint32_t targetRanks = 0);

/// For people: how a job is mapped and bound, rank by rank.
[[nodiscard]] std::string describe(const JobMap& map);

} // namespace dbgr::launcher

// SPDX-License-Identifier: BSD-3-Clause
// What an MPIR proctable says of a job. Way: the launcher's memory -> mpir -> here -> find_jobs. Thread: any; pure.
#pragma once

#include "jobs/process_list.h"
#include "jobs/rank_processes.h"
#include "mpir/proctable.h"

#include <cstdint>
#include <string>
#include <vector>

namespace dbgr::jobs {

struct MpirRanks
{
    std::uint32_t ranks = 0;
    std::uint32_t hosts = 0;
    std::uint32_t ranksHere = 0;   ///< started on this node
    std::vector<RankProcess> here; ///< of those, processes of this user that still run
};

/// \param hostNames this node's, with and without domain
[[nodiscard]] MpirRanks ranksOfTable(const mpir::Proctable& table, const std::vector<std::string>& hostNames,
                                     const ProcessList& processes);

} // namespace dbgr::jobs

// SPDX-License-Identifier: BSD-3-Clause
// The ranks that a launcher has on this node: processes below it whose environment says that they are ranks.
// Way: process table -> here -> find_jobs. Thread: any; reads /proc.
#pragma once

#include "jobs/proc_files.h"
#include "jobs/process_list.h"
#include "util/ids.h"
#include "util/result.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::jobs {

struct RankProcess
{
    util::Rank rank;
    util::Pid pid;
    std::string job;                    ///< as its launcher names jobs; "" it does not
    std::optional<std::uint32_t> ranks; ///< of the whole job
    std::optional<std::uint32_t> hosts; ///< of the whole job
    std::string serverFolder;           ///< where its PMIx server has its contact file; "" unknown
    std::string program;                ///< as it was started: "./ring"
};

/// In the order of jobs and ranks. Of a rank that is a script with the program below it: the script. Daemons of tools
/// and what is below them are no ranks, nor is what is below another launcher, nor what ranks of Hydra have spawned.
[[nodiscard]] std::vector<RankProcess> ranksBelow(const Process& launcher, const ProcessList& processes,
                                                  const ProcFiles& files,
                                                  const std::function<bool(const Process&)>& isOtherLauncher);

/// The ranks of one running launcher; of its first job only: what its ranks have spawned are other jobs.
/// \errors std::errc::no_such_process: it has ended
[[nodiscard]] util::Result<std::vector<RankProcess>> ranksOfLauncher(util::Pid launcher);

} // namespace dbgr::jobs

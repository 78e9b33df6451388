// SPDX-License-Identifier: BSD-3-Clause
// Hydra's proxies, one on each node of a job of its mpiexec (MPICH, MVAPICH): on mpiexec's own node the commands that
// reach them are to be seen, on each other node the proxy itself, whose command line says at which port it calls on its
// mpiexec. That port is what both ends know of the job.
// Way: process table -> here -> links/hydra_attach, and dbgd's HydraRanks. Thread: any; reads /proc.
#pragma once

#include "jobs/process_list.h"
#include "jobs/rank_processes.h"
#include "util/ids.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::jobs {

/// A proxy, or the command that starts one on another node.
struct HydraProxy
{
    std::string host;         ///< that the command reaches; "" the proxy itself
    bool isElsewhere = false; ///< a command; without a host, one that cannot be read ("srun --nodelist ...")
    std::string controlPort;  ///< "login1:40123": where its mpiexec listens
    std::string launcher;     ///< "ssh"
    std::string launcherExec; ///< its program, where the user named one; else ""
    std::uint32_t group = 0;  ///< 0 what mpiexec was started for; others its ranks have spawned
};

/// \param argv a loader in front left out \return nothing: neither of them
[[nodiscard]] std::optional<HydraProxy> readHydraProxy(const std::vector<std::string>& argv);

/// Of the job that this mpiexec was started for, without what it has spawned. Empty: it has ended, has not started them
/// yet, or is no hydra as this is written for.
[[nodiscard]] std::vector<HydraProxy> hydraProxiesOf(util::Pid mpiexec, const ProcFiles& files = ProcFiles());

/// Those on this node of the job whose mpiexec listens there, wherever that runs: of the same user, and seen from the
/// same process numbers as we are.
[[nodiscard]] std::vector<RankProcess> ranksOfHydraJob(const std::string& controlPort,
                                                       const ProcFiles& files = ProcFiles());

} // namespace dbgr::jobs

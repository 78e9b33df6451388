// SPDX-License-Identifier: BSD-3-Clause
// What a job's processes are told of the launcher and the node that they run on. Thread: any; plain values.
#pragma once

#include "pmix/types/proc.h"

#include <cstdint>
#include <optional>
#include <string>

namespace dbgr::launcher {

struct JobFacts
{
    std::string nspace;
    /// Counts the jobs of this launcher; the launcher itself is 0.
    std::uint32_t number = 1;
    pmix::Proc server;
    std::string host;
    std::uint32_t universeSize = 1; ///< PMIX_UNIV_SIZE
    std::uint32_t uid = 0;
    std::string sessionDirectory; ///< of this launcher, private
    std::string jobDirectory;     ///< below it; PMIX_NSDIR
    std::string topologyXml;      ///< hwloc's; empty: processes find out for themselves
    std::optional<pmix::Proc> parent;
    /// The launcher's own.
    std::string workingDirectory;
};

} // namespace dbgr::launcher

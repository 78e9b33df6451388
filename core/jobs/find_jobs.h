// SPDX-License-Identifier: BSD-3-Clause
// The jobs of this user that run on this node, found without touching one: the process table, contact files of PMIx
// servers, and the memory of launchers that keep an MPIR proctable. Way: remote/RemoteJobDirectory calls this on a
// thread of its own, for the attach dialog and `dbgr --jobs`. Thread: any; blocks for a bounded walk of /proc and of
// the temporary directories.
#pragma once

#include "launchers/running_job.h"
#include "mpir/proctable.h"
#include "pmix/handshake/rendezvous.h"
#include "util/result.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace dbgr::jobs {

struct FinderPlaces
{
    std::string proc = "/proc";
    std::uint32_t uid = 0; ///< whose jobs; also root sees just its own
    std::string host;      ///< this node's name
    pmix::RendezvousPlaces contactFiles;
    /// Reads a launcher's memory. Null: no table is read.
    std::function<util::Result<mpir::Proctable>(util::Pid)> readProctable;

    /// \param environment "NAME=value" each: where contact files are looked for besides the launchers' own places
    [[nodiscard]] static FinderPlaces ofThisNode(const std::vector<std::string>& environment);
};

[[nodiscard]] launchers::JobListing findJobs(const FinderPlaces& places);

} // namespace dbgr::jobs

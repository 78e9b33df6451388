// SPDX-License-Identifier: BSD-3-Clause
// From the list of processes that a request names to the jobs and ranks that are meant. Thread: the loop's.
#pragma once

#include "pmix/types/proc.h"
#include "util/rank_set.h"
#include "util/result.h"

#include <span>
#include <vector>

namespace dbgr::launcher {

class Job;
class Launcher;

struct JobTarget
{
    Job* job = nullptr;
    util::RankSet ranks;
};

/// One entry a job, with the union of what is named of it; the wildcard is all ranks. The launcher's own namespace is
/// left out. \errors Status::ErrNotFound: a job that is not there, a rank that it does not have
[[nodiscard]] util::Result<std::vector<JobTarget>> targetsOf(Launcher& launcher, std::span<const pmix::Proc> procs);

/// Whether the launcher itself is among them.
[[nodiscard]] bool namesLauncher(const Launcher& launcher, std::span<const pmix::Proc> procs);

} // namespace dbgr::launcher

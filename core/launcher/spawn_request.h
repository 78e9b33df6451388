// SPDX-License-Identifier: BSD-3-Clause
// What a PMIx_Spawn asks for, as jobs to launch; and the launch directives of a tool, put on the job of our own command
// line. Infos that are not known are left out, unless the asker requires them. Thread: any; pure.
#pragma once

#include "launcher/job_spec.h"
#include "pmix/ops/spawn.h"
#include "pmix/server/requester.h"
#include "util/result.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dbgr::launcher {

struct SpawnPlan
{
    /// Its namespace is what the request is answered with.
    JobSpec job;
    /// Debugger daemons of the same request: a job of their own, to be launched when `job` has its namespace, which is
    /// their target when they name none. \std PMIX_DEBUGGER_DAEMONS, PMIX_COSPAWN_APP in an app's infos
    std::optional<JobSpec> daemons;
};

/// \param nodeNames what this node is called: PMIX_HOST may name no other
/// \errors Status::ErrBadParam, ErrNotSupported (what is required and not known), ErrJobAllocFailed (another node),
/// ErrOutOfResource (too large)
[[nodiscard]] util::Result<SpawnPlan> planSpawn(const pmix::SpawnRequest& request, const pmix::Requester& requester,
                                                std::span<const std::string> nodeNames);

/// Puts job-level infos on a job that is specified already; where both say something, the infos count.
/// \std PMIX_LAUNCH_DIRECTIVES
/// \errors as planSpawn()
[[nodiscard]] util::Result<void> applyDirectives(JobSpec& job, std::span<const pmix::Info> directives,
                                                 std::span<const std::string> nodeNames);

/// The keys of all infos that have an effect, for those who ask what a spawn supports. \std PMIX_QUERY_SPAWN_SUPPORT
[[nodiscard]] std::vector<std::string_view> spawnAttributes();

} // namespace dbgr::launcher

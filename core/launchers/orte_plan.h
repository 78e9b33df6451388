// SPDX-License-Identifier: BSD-3-Clause
// What Open MPI 4's mpirun is told, by variables of its environment. Part of launch_plan. Thread: any; pure.
#pragma once

#include "launchers/launch_plan.h"

namespace dbgr::launchers {

/// HoldPoint::Exec it does not offer: that is done by dbgr-exec, of ranks on this node.
/// \errors Errc::Incomplete: no dbgr-exec
[[nodiscard]] util::Result<void> planOrte(LaunchPlan& plan, const LaunchSpec& spec, const LauncherFiles& files);

/// For a second mpirun in the environment of a job's: without what was set for the job itself.
[[nodiscard]] std::vector<std::string> withoutOrtePlan(std::vector<std::string> environment);

} // namespace dbgr::launchers

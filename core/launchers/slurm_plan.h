// SPDX-License-Identifier: BSD-3-Clause
// What Slurm's srun is told besides its command line. Part of launch_plan. Thread: any; pure.
#pragma once

#include "launchers/launch_plan.h"

namespace dbgr::launchers {

[[nodiscard]] util::Result<void> planSlurm(LaunchPlan& plan, const LaunchSpec& spec, const LauncherFiles& files);

} // namespace dbgr::launchers

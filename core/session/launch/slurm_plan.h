// SPDX-License-Identifier: BSD-3-Clause
// What Slurm's srun is told besides its command line. Part of launch_plan. Thread: any; pure.
#pragma once

#include "session/launch/launch_plan.h"

namespace dbgr::session {

[[nodiscard]] util::Result<void> planSlurm(LaunchPlan& plan, const LaunchSpec& spec, const LauncherFiles& files);

} // namespace dbgr::session

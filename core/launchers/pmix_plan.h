// SPDX-License-Identifier: BSD-3-Clause
// What a launcher that speaks PMIx is told by directives. Part of launch_plan. Thread: any; pure.
#pragma once

#include "launchers/launch_plan.h"

namespace dbgr::launchers {

[[nodiscard]] util::Result<void> planPmix(LaunchPlan& plan, const LaunchSpec& spec, const LauncherFiles& files);

} // namespace dbgr::launchers

// SPDX-License-Identifier: BSD-3-Clause
// What a launcher that speaks PMIx is told by directives. Part of launch_plan. Thread: any; pure.
#pragma once

#include "session/launch/launch_plan.h"

namespace dbgr::session {

[[nodiscard]] util::Result<void> planPmix(LaunchPlan& plan, const LaunchSpec& spec, const LauncherFiles& files);

} // namespace dbgr::session

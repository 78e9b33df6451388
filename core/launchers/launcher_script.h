// SPDX-License-Identifier: BSD-3-Clause
// Which launcher a wrapper script runs, without running it. Part of launch_plan. Thread: any; pure over LauncherFiles.
#pragma once

#include "launchers/launch_spec.h"
#include "launchers/launcher_files.h"
#include "launchers/launcher_kind.h"

#include <optional>
#include <string>

namespace dbgr::launchers {

/// The launcher whose path or name is in the script, found as the script would find it; nothing if it is none that can
/// be found, or if there are several kinds. \param path of the script \param spec its environment
[[nodiscard]] std::optional<LauncherKind> launcherOfScript(const std::string& path, const LaunchSpec& spec,
                                                           const LauncherFiles& files);

} // namespace dbgr::launchers

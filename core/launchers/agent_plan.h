// SPDX-License-Identifier: BSD-3-Clause
// How dbgr-exec comes to stand in front of every rank's program. Part of launch_plan. Thread: any; pure.
#pragma once

#include "launchers/launch_plan.h"

#include <string_view>

namespace dbgr::launchers {

inline constexpr std::string_view kAgentProgram = "dbgr-exec";

/// Whether the user wrote dbgr-exec into the command line: then any launcher will do.
[[nodiscard]] bool hasAgent(const std::vector<std::string>& argv);

/// The names of all variables that dbgr-exec needs, "A,B": for launchers that pass on only what they are told to.
[[nodiscard]] std::string variablesForAgent();

/// For a command line in which dbgr-exec is: it stays as it is.
[[nodiscard]] util::Result<void> planWrittenAgent(LaunchPlan& plan, const LaunchSpec& spec, const LauncherFiles& files);

/// For hydra's mpiexec: puts dbgr-exec in front of each program.
/// \errors Errc::Unsupported: there is no program, or it is in a file; Errc::Incomplete: no dbgr-exec
[[nodiscard]] util::Result<void> planHydra(LaunchPlan& plan, const LaunchSpec& spec, const LauncherFiles& files);

} // namespace dbgr::launchers

// SPDX-License-Identifier: BSD-3-Clause
// What people write in front of a launcher: "OMP_NUM_THREADS=4 nice time mpiexec -n 4 ./app". Part of launch_plan.
// Thread: any; pure over LauncherFiles.
#pragma once

#include "launchers/launch_spec.h"
#include "launchers/launcher_files.h"

#include <string>
#include <vector>

namespace dbgr::launchers {

struct PrefixedCommand
{
    LaunchSpec spec;                  ///< from the launcher on, with the variables that were set in front of it
    std::vector<std::string> prefix;  ///< programs that run the launcher, and their options; most often none
    std::vector<std::string> leftOut; ///< what only a shell knows: "time" without such a program
};

/// Variables that are set ("NAME=VALUE", env) become part of the environment; nice, time and their kin run the
/// launcher. What is not known to run other programs is taken for the launcher. \pre spec.argv is not empty
[[nodiscard]] PrefixedCommand takePrefix(const LaunchSpec& spec, const LauncherFiles& files);

} // namespace dbgr::launchers

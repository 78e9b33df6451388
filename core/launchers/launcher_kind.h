// SPDX-License-Identifier: BSD-3-Clause
// Which launcher a program is, without running it: by its name, by where its links lead, and by what is in the file.
// Way: launch_plan asks before anything is started. Thread: any; pure over LauncherFiles.
#pragma once

#include "launchers/launcher_files.h"

#include <string>
#include <string_view>
#include <vector>

namespace dbgr::launchers {

enum class LauncherFamily
{
    Dbgrun,   ///< our own, for one node
    Prrte,    ///< prterun and Open MPI 5's mpirun and mpiexec: speaks with tools through PMIx
    OpenMpi4, ///< ORTE; a tool that contacts its PMIx server makes it crash
    Hydra,    ///< MPICH, MVAPICH, Intel MPI
    Slurm,    ///< srun
    Script,   ///< a script that does not say which launcher it runs
    Unknown,
};

struct LauncherKind
{
    LauncherFamily family = LauncherFamily::Unknown;
    std::string name; ///< for people: "Open MPI (PRRTE)"
    std::string path; ///< absolute, links not followed
};

/// The name of the launcher that comes with dbgr.
inline constexpr std::string_view kOwnLauncher = "dbgrun";

/// A command that begins with a number of ranks, as every mpiexec understands it ("-n 4 ./app"), is meant for dbgrun.
/// Others stay as they are.
[[nodiscard]] std::vector<std::string> withLauncher(std::vector<std::string> command);

/// For people. \param typed the program's name as the user knows it: mpirun of Open MPI 5 is PRRTE, too
[[nodiscard]] std::string nameOfLauncher(LauncherFamily family, std::string_view typed);

/// \param path absolute
[[nodiscard]] LauncherKind recogniseLauncher(const std::string& path, const LauncherFiles& files);

} // namespace dbgr::launchers

// SPDX-License-Identifier: BSD-3-Clause
// From what the user typed to what is to be started, and what the launcher is to be told. The command line is never
// parsed: it goes to the launcher as it is.
// Way: LaunchSpec -> here -> remote (which turns directives into PMIx). Thread: any; pure over LauncherFiles.
#pragma once

#include "launchers/launch_spec.h"
#include "launchers/launcher_files.h"
#include "launchers/launcher_kind.h"
#include "util/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace dbgr::launchers {

/// One launch directive: a PMIx attribute by its string, and what it is to be.
struct Directive
{
    std::string key; ///< "pmix.dbg.init"
    std::variant<bool, std::string> value;
    friend bool operator==(const Directive&, const Directive&) = default;
};

/// How a launcher is controlled.
enum class LaunchWay
{
    Pmix,  ///< it calls back and is told by directives (PRRTE, Open MPI 5, dbgrun, and scripts: they may end in those)
    Orte,  ///< Open MPI 4: MPIR, through its memory and FIFO
    Agent, ///< dbgr-exec in front of the program (MPICH, MVAPICH, Intel MPI)
    Slurm, ///< MPIR, through srun's memory before it begins
};

/// For people: "PMIx", "MPIR, through its memory".
[[nodiscard]] const char* name(LaunchWay way);

/// A file that the launcher reads in place of one that the user named.
struct ChangedFile
{
    std::size_t argument; ///< that names it
    std::string contents;
    friend bool operator==(const ChangedFile&, const ChangedFile&) = default;
};

struct LaunchPlan
{
    LaunchWay way = LaunchWay::Pmix;
    LauncherKind launcher;
    std::vector<std::string> argv;        ///< as typed, but that paths are whole, and what is set is in environment
    std::vector<std::string> environment; ///< whole
    std::string workingDirectory;
    std::optional<ChangedFile> changedFile; ///< LaunchWay::Agent
    HoldPoint hold = HoldPoint::Init;
    std::vector<Directive> directives; ///< LaunchWay::Pmix
    /// Whom the launcher gives its own standard input to, as far as the command line shows; nothing: see the way.
    std::optional<std::string> stdinChoice;
    bool wrapped = false;              ///< the launcher may be a child of what is started (a script, time)
    std::vector<util::Error> warnings; ///< to be told when it is started
};

/// \errors Errc::NotFound, Errc::Unsupported, Errc::Incomplete, std::errc::invalid_argument (no command)
[[nodiscard]] util::Result<LaunchPlan> planLaunch(const LaunchSpec& spec, const LauncherFiles& files);

} // namespace dbgr::launchers

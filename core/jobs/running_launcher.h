// SPDX-License-Identifier: BSD-3-Clause
// Which launcher a process is, while it runs: by its executable, its command line and the libraries in its memory. The
// process is only looked at through /proc, never spoken to.
// Way: make_link chooses the family's link by it; the list of running jobs finds launchers by it. Thread: any; blocks
// for reading small files.
#pragma once

#include "launchers/launcher_kind.h"
#include "util/ids.h"
#include "util/result.h"

#include <optional>
#include <string>
#include <vector>

namespace dbgr::jobs {

struct RunningProcess
{
    util::Pid pid;
    std::string executable;             ///< the program's path, also where a dynamic loader was started by hand with it
    std::vector<std::string> arguments; ///< its own, from argv[0] on; the loader's and its options are left out
};

/// \errors std::errc::no_such_process, ::permission_denied (another user's)
[[nodiscard]] util::Result<RunningProcess> lookAtProcess(util::Pid pid, const std::string& procRoot = "/proc");

/// Nothing: it is no launcher. Cheap for processes whose name is none of a launcher's. The node daemons of launchers
/// (prted, orted, hydra_pmi_proxy) and their ranks are none.
[[nodiscard]] std::optional<launchers::LauncherKind> recogniseRunning(const RunningProcess& process,
                                                                      const std::string& procRoot = "/proc");

/// Whether this launcher is there for more than one job: PRRTE's `prte`.
[[nodiscard]] bool isDvm(const RunningProcess& process, const launchers::LauncherKind& kind);

struct RunningLauncherProcess
{
    RunningProcess process;
    launchers::LauncherKind kind; ///< its path is process.executable
};

/// The launcher that the user means by `pid`: that process, or the only launcher below it (`timeout`, `sudo` and
/// scripts start launchers). Of a launcher's copy of itself (srun has one), the original.
/// \errors as lookAtProcess(); launchers::Errc::Unsupported if it is none, the advice tells of one above it
[[nodiscard]] util::Result<RunningLauncherProcess> findRunningLauncher(util::Pid pid,
                                                                       const std::string& procRoot = "/proc");

/// The environment that a process began with, "NAME=value" each; empty if it cannot be read.
[[nodiscard]] std::vector<std::string> environmentOf(util::Pid pid, const std::string& procRoot = "/proc");

} // namespace dbgr::jobs

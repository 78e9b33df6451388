// SPDX-License-Identifier: BSD-3-Clause
// A launcher (mpiexec, prterun) that we start ourselves, and what we learn of it. Thread: any; plain values.
#pragma once

#include "net/child_spec.h"
#include "pmix/types/proc.h"
#include "util/clock.h"
#include "util/ids.h"
#include "util/unique_fd.h"

#include <chrono>
#include <string>
#include <vector>

namespace dbgr::pmix {

/// The user's whole command line, as it is: nothing of it is parsed.
struct LauncherCommand
{
    std::vector<std::string> arguments;
    /// All of the environment. What says that we ourselves were started by a PMIx server is taken out, and what the
    /// launcher needs to find us is added.
    std::vector<std::string> environment;
    std::string workingDirectory;
    net::Stdio standardInput;
    net::Stdio standardOutput;
    net::Stdio standardError;
    bool ownProcessGroup = false;
    /// Ends a running launcher when our process ends (PMIX_KEEPALIVE_PIPE), whatever we wished: PRRTE 4.1 then kills
    /// its ranks, PRRTE 3 leaves them running. A held launcher does not look at it.
    bool keepalive = false;
    /// How long a launcher may take until it connects to us.
    util::Duration connectLimit = std::chrono::seconds(60);
};

/// A launcher process that has become its program, and has not connected yet.
struct LauncherStarted
{
    util::Pid pid;
    /// Our ends of those channels that are net::Stdio::pipe().
    util::UniqueFd standardInput;
    util::UniqueFd standardOutput;
    util::UniqueFd standardError;
};

/// A launcher that connected back, has its directives, and waits in its PMIx_server_init for Tool::releaseLauncher().
struct LauncherHeld
{
    Proc proc;
    /// The process that speaks; another than LauncherStarted::pid when the command is a script that forked.
    util::Pid pid;
    /// Text of its PMIx library's version.
    std::string version;
};

} // namespace dbgr::pmix

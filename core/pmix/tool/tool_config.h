// SPDX-License-Identifier: BSD-3-Clause
// How a Tool presents itself and how long it waits. Thread: any; plain values.
#pragma once

#include "util/clock.h"

#include <chrono>
#include <string>

namespace dbgr::pmix {

struct ToolConfig
{
    /// Our namespace. Empty: a launcher of ours knows us as "dbgr-<host>-<pid>", and a server that we connect to
    /// assigns one. A name that a server already knows can crash it.
    std::string nspace;
    /// What servers show as our command, and what PRRTE 4.1 crashes without. Empty: the program's own.
    std::string commandLine;
    /// We start jobs and daemons (PMIX_LAUNCHER).
    bool isLauncher = false;
    /// Limit for a TCP connection and for each handshake.
    util::Duration connectLimit = std::chrono::seconds(10);
    /// Limit for a request whose caller names none.
    util::Duration requestLimit = std::chrono::seconds(30);
    /// Limit for the polite end: FINALIZE, and the server's own closing.
    util::Duration finalizeLimit = std::chrono::seconds(2);
};

} // namespace dbgr::pmix

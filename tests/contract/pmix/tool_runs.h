// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a tool of tests/peers with each library that is tested, with launchers that wait for tools. Thread: the test's.
#pragma once

#include "tests/contract/pmix/peer_report.h"

#include <QMap>

namespace dbgr::test {

enum class ToolsOf
{
    OneLauncher,     ///< all are connected with the same
    LauncherForEach, ///< each has its own
};

/// The reports by library, of those that are built. The tools get their launcher's URI, and run at the same time. A
/// launcher of ours has to end well, and to leave nothing behind. \return none where a launcher does not start
[[nodiscard]] QMap<int, PeerReport> reportsOfTools(const QString& name, Launcher launcher, ToolsOf tools,
                                                   int timeoutMs = 60000);

/// The test function for a row of addPeerRows(); all rows of a program and a launcher are run with the first of them.
void checkRowOfTools(ToolsOf tools, int timeoutMs = 60000);

} // namespace dbgr::test

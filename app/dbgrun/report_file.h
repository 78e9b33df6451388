// SPDX-License-Identifier: GPL-3.0-or-later
// What dbgrun tells of itself to scripts: its URI, its process id. Thread: any; blocks for as long as a small file
// takes.
#pragma once

#include "util/result.h"

#include <string>

namespace dbgr::app {

/// Writes a line to `where`: "-" is standard output, "+" standard error, "" nowhere, all else a file, which is made
/// 0600, never through a link, and is whole when it appears. \errors those of the system
[[nodiscard]] util::Result<void> writeReport(const std::string& where, const std::string& line);

} // namespace dbgr::app

// SPDX-License-Identifier: GPL-3.0-or-later
// What --help and --version print. Thread: any.
#pragma once

#include <string>

namespace dbgr::app {

/// Options, commands and exit statuses.
[[nodiscard]] std::string helpText();
/// "dbgr 0.1.0"
[[nodiscard]] std::string versionText();

} // namespace dbgr::app

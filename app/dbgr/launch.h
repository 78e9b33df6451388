// SPDX-License-Identifier: GPL-3.0-or-later
// From the command line to what the session is to launch. Thread: any.
#pragma once

#include "app/dbgr/command_line.h"
#include "session/launch/launch_spec.h"

#include <string>
#include <vector>

namespace dbgr::app {

/// In the current folder. \param environment what the launcher inherits: "NAME=value", whole
[[nodiscard]] session::LaunchSpec launchSpec(const CommandLine& line, std::vector<std::string> environment);

} // namespace dbgr::app

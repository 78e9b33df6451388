// SPDX-License-Identifier: GPL-3.0-or-later
// From the command line to what the session is to begin. Thread: any.
#pragma once

#include "app/dbgr/command_line.h"
#include "launchers/attach_spec.h"
#include "launchers/launch_spec.h"

#include <string>
#include <variant>
#include <vector>

namespace dbgr::app {

/// What a session begins with.
using JobSpec = std::variant<launchers::LaunchSpec, launchers::AttachSpec>;

/// The working directory is ours. \param environment "NAME=value", whole
[[nodiscard]] JobSpec jobSpec(const CommandLine& line, std::vector<std::string> environment);

} // namespace dbgr::app

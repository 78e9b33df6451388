// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/launch.h"

#include <filesystem>
#include <utility>

namespace dbgr::app {

session::LaunchSpec launchSpec(const CommandLine& line, std::vector<std::string> environment)
{
    session::LaunchSpec spec;
    spec.argv = line.launcher;
    spec.environment = std::move(environment);
    std::error_code error;
    spec.workingDirectory = std::filesystem::current_path(error).string();
    spec.hold = line.hold;
    spec.patience = line.launchTimeout.value_or(spec.patience);
    return spec;
}

} // namespace dbgr::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/launch.h"

#include <filesystem>
#include <utility>

namespace dbgr::app {

JobSpec jobSpec(const CommandLine& line, std::vector<std::string> environment)
{
    std::error_code error;
    std::string here = std::filesystem::current_path(error).string();
    if (line.attach) {
        launchers::AttachSpec spec;
        spec.target = *line.attach;
        spec.ranks = line.ranks;
        spec.environment = std::move(environment);
        spec.workingDirectory = std::move(here);
        spec.patience = line.launchTimeout.value_or(spec.patience);
        return spec;
    }
    launchers::LaunchSpec spec;
    spec.argv = line.launcher;
    spec.environment = std::move(environment);
    spec.workingDirectory = std::move(here);
    spec.hold = line.hold;
    spec.patience = line.launchTimeout.value_or(spec.patience);
    return spec;
}

} // namespace dbgr::app

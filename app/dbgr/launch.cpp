// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/launch.h"

#include "launchers/launcher_kind.h"
#include "session/file/session_file.h"
#include "session/file/session_snapshot.h"

#include <filesystem>
#include <utility>

namespace dbgr::app {

util::Result<session::SessionDocument> sessionOf(const CommandLine& line)
{
    return line.sessionFile.empty() ? session::SessionDocument() : session::openSessionFile(line.sessionFile);
}

JobSpec jobSpec(const CommandLine& line, std::vector<std::string> environment, const session::SessionDocument& session)
{
    std::error_code error;
    std::string here = std::filesystem::current_path(error).string();
    if (line.attach) {
        launchers::AttachSpec spec;
        spec.target = *line.attach;
        spec.ranks = line.ranks;
        spec.keepRunning = line.stacks.has_value();
        spec.pushDaemons = line.pushDaemons;
        spec.lostAfter = line.lostAfter;
        spec.environment = std::move(environment);
        spec.workingDirectory = std::move(here);
        spec.patience = line.launchTimeout.value_or(spec.patience);
        return spec;
    }
    const session::SavedLaunch saved = session.launch.value_or(session::SavedLaunch());
    const bool isSaved = line.launcher.empty();
    launchers::LaunchSpec spec;
    spec.argv = isSaved ? launchers::withLauncher(saved.command) : line.launcher;
    spec.environment = session::withVariables(std::move(environment), saved.environment);
    spec.workingDirectory = isSaved ? saved.folder : std::move(here);
    spec.hold = line.hold.value_or(saved.hold);
    spec.pushDaemons = line.pushDaemons;
    spec.lostAfter = line.lostAfter;
    spec.patience = line.launchTimeout.value_or(spec.patience);
    return spec;
}

} // namespace dbgr::app

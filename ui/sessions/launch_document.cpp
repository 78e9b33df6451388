// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/launch_document.h"

#include "session/file/session_snapshot.h"

#include <QDir>
#include <QProcessEnvironment>

namespace dbgr::ui {

std::optional<session::SavedLaunch> savedLaunchOf(const LaunchRequest& request)
{
    const LaunchProblems problems = problemsOf(request);
    if (!problems.command.isEmpty() || !problems.environment.isEmpty() || !QDir::isAbsolutePath(request.folder))
        return std::nullopt;
    launchers::LaunchSpec spec = toLaunchSpec(request, {}, {});
    return session::SavedLaunch{std::move(spec.argv), std::move(spec.workingDirectory), std::move(spec.environment),
                                spec.hold};
}

LaunchRequest requestOf(const session::SavedLaunch& launch)
{
    launchers::LaunchSpec spec;
    spec.argv = launch.command;
    spec.workingDirectory = launch.folder;
    spec.hold = launch.hold;
    LaunchRequest request = toLaunchRequest(spec);
    for (const std::string& variable : launch.environment)
        request.environment << QString::fromStdString(variable);
    return request;
}

QStringList addedVariables(const launchers::LaunchSpec& spec)
{
    std::vector<std::string> own;
    for (const QString& variable : QProcessEnvironment::systemEnvironment().toStringList())
        own.push_back(variable.toStdString());
    QStringList added;
    for (const std::string& variable : session::onTopOf(own, spec.environment))
        added << QString::fromStdString(variable);
    return added;
}

} // namespace dbgr::ui

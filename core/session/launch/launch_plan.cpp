// SPDX-License-Identifier: BSD-3-Clause
#include "session/launch/launch_plan.h"

#include "session/error_text.h"
#include "util/string_util.h"

#include <algorithm>

namespace dbgr::session {

namespace {

// PRRTE starts ranks in parallel from 32 a node on, and then loses some that stop on exec, or itself.
constexpr std::string_view kSerialStart = "PRTE_MCA_odls_base_cutoff";
constexpr std::string_view kSerialStartValue = "100000";

std::string_view valueOf(const std::vector<std::string>& environment, std::string_view name)
{
    for (const std::string& entry : environment) {
        if (entry.size() > name.size() && entry[name.size()] == '=' && entry.starts_with(name))
            return std::string_view(entry).substr(name.size() + 1);
    }
    return {};
}

/// \note An option of this name that belongs to the program counts, too; the launcher then uses its own default.
bool choosesStdin(const std::vector<std::string>& argv)
{
    return std::any_of(argv.begin() + 1, argv.end(), [](const std::string& argument) {
        return argument == "--stdin" || argument == "-stdin" || argument.starts_with("--stdin=");
    });
}

/// dbgrun is that of this dbgr before any other.
std::optional<std::string> locate(const LaunchSpec& spec, const LauncherFiles& files)
{
    if (spec.argv.front() == kOwnLauncher)
        if (auto own = files.ownProgram(kOwnLauncher))
            return own;
    return files.findProgram(spec.argv.front(), valueOf(spec.environment, "PATH"), spec.workingDirectory);
}

std::vector<Directive> directivesFor(const LaunchSpec& spec)
{
    std::vector<Directive> directives;
    switch (spec.hold) {
    case HoldPoint::Init:
        directives.push_back({"pmix.dbg.init", true}); // PMIX_DEBUG_STOP_IN_INIT
        break;
    case HoldPoint::Exec:
        directives.push_back({"pmix.dbg.exec", true}); // PMIX_DEBUG_STOP_ON_EXEC
        break;
    case HoldPoint::App:
        directives.push_back({"pmix.dbg.notify", true}); // PMIX_DEBUG_STOP_IN_APP
        break;
    case HoldPoint::None:
        break;
    }
    directives.push_back({"pmix.note.jev", true}); // PMIX_NOTIFY_JOB_EVENTS
    if (!choosesStdin(spec.argv))
        directives.push_back({"pmix.stdin", std::string("all")}); // PMIX_STDIN_TGT: a rank without it reads nothing
    return directives;
}

} // namespace

util::Result<LaunchPlan> planLaunch(const LaunchSpec& spec, const LauncherFiles& files)
{
    if (spec.argv.empty() || spec.argv.front().empty())
        return util::fail(std::make_error_code(std::errc::invalid_argument), "launching: no command was given",
                          "Give the launcher and its arguments, for example: mpiexec -n 4 ./ring");
    const auto path = locate(spec, files);
    if (!path)
        return util::fail(noSuchLauncher(spec.argv.front()));

    LaunchPlan plan;
    plan.launcher = recogniseLauncher(*path, files);
    if (!canBeControlled(plan.launcher.family))
        return util::fail(noPmixSupport(plan.launcher));
    plan.argv = spec.argv;
    plan.argv.front() = plan.launcher.path;
    plan.environment = spec.environment;
    if (spec.hold == HoldPoint::Exec && plan.launcher.family != LauncherFamily::Dbgrun &&
        valueOf(spec.environment, kSerialStart).empty())
        plan.environment.push_back(std::string(kSerialStart) + '=' + std::string(kSerialStartValue));
    plan.workingDirectory = spec.workingDirectory;
    plan.hold = spec.hold;
    plan.directives = directivesFor(spec);
    return plan;
}

} // namespace dbgr::session

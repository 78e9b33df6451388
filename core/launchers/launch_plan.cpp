// SPDX-License-Identifier: BSD-3-Clause
#include "launchers/launch_plan.h"

#include "launchers/agent_plan.h"
#include "launchers/environment.h"
#include "launchers/launcher_error.h"
#include "launchers/launcher_prefix.h"
#include "launchers/launcher_script.h"
#include "launchers/orte_plan.h"
#include "launchers/pmix_plan.h"
#include "launchers/slurm_plan.h"
#include "util/string_util.h"

namespace dbgr::launchers {

const char* name(LaunchWay way)
{
    switch (way) {
    case LaunchWay::Pmix:
        return "PMIx";
    case LaunchWay::Orte:
        return "MPIR, through its memory";
    case LaunchWay::Agent:
        return "dbgr-exec in front of the program";
    case LaunchWay::Slurm:
        return "MPIR, through its memory";
    }
    return "";
}

namespace {

/// dbgrun is that of this dbgr before any other.
std::optional<std::string> locate(const LaunchSpec& spec, const LauncherFiles& files)
{
    if (spec.argv.front() == kOwnLauncher)
        if (auto own = files.ownProgram(kOwnLauncher))
            return own;
    return files.findProgram(spec.argv.front(), environmentValue(spec.environment, "PATH"), spec.workingDirectory);
}

/// The plan of a family, over what all plans have in common.
using Planner = util::Result<void> (*)(LaunchPlan&, const LaunchSpec&, const LauncherFiles&);

Planner plannerOf(LauncherFamily family, bool agentWritten)
{
    switch (family) {
    case LauncherFamily::Dbgrun:
    case LauncherFamily::Prrte:
        return planPmix;
    case LauncherFamily::Script: // it may well end in a launcher that speaks PMIx, so it is tried
        return agentWritten ? planWrittenAgent : planPmix;
    case LauncherFamily::Hydra:
        return planHydra;
    case LauncherFamily::Unknown:
        return agentWritten ? planWrittenAgent : nullptr;
    case LauncherFamily::Slurm:
        return planSlurm;
    case LauncherFamily::OpenMpi4:
        return planOrte;
    }
    return nullptr;
}

/// The words of a script may say enough; else what they lead to does.
void lookInside(LaunchPlan& plan, const LaunchSpec& spec, const LauncherFiles& files)
{
    plan.wrapped = true;
    auto inside = launcherOfScript(plan.launcher.path, spec, files);
    if (inside && (plan.launcher.family == LauncherFamily::Script || plan.launcher.family == inside->family))
        plan.launcher = *std::move(inside);
}

void leaveOut(LaunchPlan& plan, const std::vector<std::string>& words, const char* why)
{
    if (!words.empty())
        plan.warnings.push_back({std::make_error_code(std::errc::not_supported),
                                 "launching: the job is started without '" + util::join(words, " ") + "': " + why, ""});
}

/// What runs the launcher is started in its place.
void prepend(LaunchPlan& plan, const PrefixedCommand& command, const LauncherFiles& files)
{
    leaveOut(plan, command.leftOut, "there is no such program, it is a word of the shell");
    if (command.prefix.empty())
        return;
    if (plan.way == LaunchWay::Slurm) // its memory is written to before it begins: it must be what is started
        return leaveOut(plan, command.prefix, "srun has to be started by dbgr itself");
    const LaunchSpec& spec = command.spec;
    plan.argv.insert(plan.argv.begin(), command.prefix.begin(), command.prefix.end());
    if (const auto path =
            files.findProgram(plan.argv.front(), environmentValue(spec.environment, "PATH"), spec.workingDirectory))
        plan.argv.front() = *path;
    plan.wrapped = true;
}

} // namespace

util::Result<LaunchPlan> planLaunch(const LaunchSpec& typed, const LauncherFiles& files)
{
    if (typed.argv.empty() || typed.argv.front().empty())
        return util::fail(std::make_error_code(std::errc::invalid_argument), "launching: no command was given",
                          "Give the launcher and its arguments, for example: mpiexec -n 4 ./ring");
    const PrefixedCommand command = takePrefix(typed, files);
    const LaunchSpec& spec = command.spec;
    if (spec.argv.empty())
        return util::fail(std::make_error_code(std::errc::invalid_argument), "launching: no launcher was given",
                          "Give it behind the variables, for example: OMP_NUM_THREADS=4 mpiexec -n 4 ./ring");
    const auto path = locate(spec, files);
    if (!path)
        return util::fail(noSuchLauncher(spec.argv.front()));

    LaunchPlan plan;
    plan.launcher = recogniseLauncher(*path, files);
    if (files.isScript(*path))
        lookInside(plan, spec, files);
    const Planner planFamily = plannerOf(plan.launcher.family, hasAgent(spec.argv));
    if (!planFamily)
        return util::fail(unknownLauncher(plan.launcher));
    plan.argv = spec.argv;
    plan.argv.front() = *path;
    plan.environment = spec.environment;
    plan.workingDirectory = spec.workingDirectory;
    plan.hold = spec.hold;
    DBGR_TRY(planFamily(plan, spec, files));
    prepend(plan, command, files);
    return plan;
}

} // namespace dbgr::launchers

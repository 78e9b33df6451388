// SPDX-License-Identifier: BSD-3-Clause
#include "session/launch/launch_plan.h"

#include "session/error_text.h"
#include "session/launch/agent_plan.h"
#include "session/launch/environment.h"
#include "session/launch/orte_plan.h"
#include "session/launch/pmix_plan.h"
#include "session/launch/slurm_plan.h"

namespace dbgr::session {

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
    const Planner planFamily = plannerOf(plan.launcher.family, hasAgent(spec.argv));
    if (!planFamily)
        return util::fail(unknownLauncher(plan.launcher));
    plan.argv = spec.argv;
    plan.argv.front() = plan.launcher.path;
    plan.environment = spec.environment;
    plan.workingDirectory = spec.workingDirectory;
    plan.hold = spec.hold;
    DBGR_TRY(planFamily(plan, spec, files));
    return plan;
}

} // namespace dbgr::session

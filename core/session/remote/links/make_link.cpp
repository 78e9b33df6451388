// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/make_link.h"

#include "launchers/launcher_error.h"
#include "session/remote/links/agent_link.h"
#include "session/remote/links/core_link.h"
#include "session/remote/links/hydra_attach.h"
#include "session/remote/links/loose_link.h"
#include "session/remote/links/orte_attach.h"
#include "session/remote/links/orte_launch.h"
#include "session/remote/links/pmix_attach.h"
#include "session/remote/links/pmix_launch.h"
#include "session/remote/links/running_launcher.h"
#include "session/remote/links/slurm_attach.h"
#include "session/remote/links/slurm_launch.h"
#include "util/overloaded.h"
#include "util/string_util.h"

#include <utility>

namespace dbgr::session {

namespace {

using Made = util::Result<std::unique_ptr<LauncherLink>>;

Made attachByPmix(net::EventLoop& loop, const launchers::AttachSpec& spec,
                  std::optional<RunningLauncherProcess> launcher)
{
    DBGR_TRY(auto tool, pmix::Tool::create(loop, {}));
    return std::make_unique<PmixAttach>(loop, std::move(tool), spec, std::move(launcher));
}

Made attachToLauncher(net::EventLoop& loop, const launchers::AttachSpec& spec, const launchers::RunningLauncher& wanted)
{
    DBGR_TRY(RunningLauncherProcess launcher, findRunningLauncher(wanted.pid));
    switch (launcher.kind.family) {
    case launchers::LauncherFamily::Dbgrun:
    case launchers::LauncherFamily::Prrte:
        return attachByPmix(loop, spec, std::move(launcher));
    case launchers::LauncherFamily::Slurm:
        return std::make_unique<SlurmAttach>(loop, std::move(launcher), spec.patience, spec.environment);
    case launchers::LauncherFamily::OpenMpi4:
        return std::make_unique<OrteAttach>(loop, std::move(launcher));
    case launchers::LauncherFamily::Hydra:
        return std::make_unique<HydraAttach>(loop, std::move(launcher));
    case launchers::LauncherFamily::Script:
    case launchers::LauncherFamily::Unknown:
        break;
    }
    return util::fail(make_error_code(launchers::Errc::Unsupported),
                      "attaching to " + describe(spec.target) + ": it is " + launcher.kind.name,
                      "Attach to its processes: dbgr --attach-pids PID,PID...");
}

} // namespace

std::unique_ptr<LauncherLink> makeLaunchLink(net::EventLoop& loop, launchers::LaunchPlan plan,
                                             const launchers::LaunchSpec& spec)
{
    std::string command = util::join(spec.argv, " ");
    switch (plan.way) {
    case launchers::LaunchWay::Agent:
        return std::make_unique<AgentLink>(loop, std::move(plan), spec.patience, std::move(command));
    case launchers::LaunchWay::Slurm:
        return std::make_unique<SlurmLaunch>(loop, std::move(plan), spec.patience, std::move(command));
    case launchers::LaunchWay::Orte:
        return std::make_unique<OrteLaunch>(loop, std::move(plan), spec.patience, std::move(command));
    case launchers::LaunchWay::Pmix:
        break;
    }
    return std::make_unique<PmixLaunch>(loop, std::move(plan), spec.patience, std::move(command));
}

Made makeAttachLink(net::EventLoop& loop, const launchers::AttachSpec& spec)
{
    return std::visit(
        util::Overloaded{
            [&](const launchers::RunningLauncher& launcher) { return attachToLauncher(loop, spec, launcher); },
            [&](const launchers::NamedJob&) { return attachByPmix(loop, spec, {}); },
            [&](const launchers::JobOfServer&) { return attachByPmix(loop, spec, {}); },
            [&](const launchers::LooseProcesses& processes) -> Made {
                return std::make_unique<LooseLink>(loop, processes);
            },
            [&](const launchers::CoreFiles& cores) -> Made {
                return std::make_unique<CoreLink>(loop, cores, spec.workingDirectory);
            },
        },
        spec.target);
}

} // namespace dbgr::session

// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/make_link.h"

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
#include "session/session_error.h"
#include "util/overloaded.h"
#include "util/string_util.h"

#include <utility>

namespace dbgr::session {

namespace {

using Made = util::Result<std::unique_ptr<LauncherLink>>;

Made attachByPmix(net::EventLoop& loop, const AttachSpec& spec, std::optional<RunningLauncherProcess> launcher)
{
    DBGR_TRY(auto tool, pmix::Tool::create(loop, {}));
    return std::make_unique<PmixAttach>(loop, std::move(tool), spec, std::move(launcher));
}

Made attachToLauncher(net::EventLoop& loop, const AttachSpec& spec, const RunningLauncher& wanted)
{
    DBGR_TRY(RunningLauncherProcess launcher, findRunningLauncher(wanted.pid));
    switch (launcher.kind.family) {
    case LauncherFamily::Dbgrun:
    case LauncherFamily::Prrte:
        return attachByPmix(loop, spec, std::move(launcher));
    case LauncherFamily::Slurm:
        return std::make_unique<SlurmAttach>(loop, std::move(launcher), spec.patience, spec.environment);
    case LauncherFamily::OpenMpi4:
        return std::make_unique<OrteAttach>(loop, std::move(launcher));
    case LauncherFamily::Hydra:
        return std::make_unique<HydraAttach>(loop, std::move(launcher));
    case LauncherFamily::Script:
    case LauncherFamily::Unknown:
        break;
    }
    return util::fail(make_error_code(Errc::LauncherUnsupported),
                      "attaching to " + describe(spec.target) + ": it is " + launcher.kind.name,
                      "Attach to its processes: dbgr --attach-pids PID,PID...");
}

} // namespace

std::unique_ptr<LauncherLink> makeLaunchLink(net::EventLoop& loop, LaunchPlan plan, const LaunchSpec& spec)
{
    std::string command = util::join(spec.argv, " ");
    switch (plan.way) {
    case LaunchWay::Agent:
        return std::make_unique<AgentLink>(loop, std::move(plan), spec.patience, std::move(command));
    case LaunchWay::Slurm:
        return std::make_unique<SlurmLaunch>(loop, std::move(plan), spec.patience, std::move(command));
    case LaunchWay::Orte:
        return std::make_unique<OrteLaunch>(loop, std::move(plan), spec.patience, std::move(command));
    case LaunchWay::Pmix:
        break;
    }
    return std::make_unique<PmixLaunch>(loop, std::move(plan), spec.patience, std::move(command));
}

Made makeAttachLink(net::EventLoop& loop, const AttachSpec& spec)
{
    return std::visit(
        util::Overloaded{
            [&](const RunningLauncher& launcher) { return attachToLauncher(loop, spec, launcher); },
            [&](const NamedJob&) { return attachByPmix(loop, spec, {}); },
            [&](const JobOfServer&) { return attachByPmix(loop, spec, {}); },
            [&](const LooseProcesses& processes) -> Made { return std::make_unique<LooseLink>(loop, processes); },
            [&](const CoreFiles& cores) -> Made {
                return std::make_unique<CoreLink>(loop, cores, spec.workingDirectory);
            },
        },
        spec.target);
}

} // namespace dbgr::session

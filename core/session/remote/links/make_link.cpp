// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/make_link.h"

#include "session/remote/links/pmix_launch.h"
#include "util/string_util.h"

#include <utility>

namespace dbgr::session {

std::unique_ptr<LauncherLink> makeLaunchLink(net::EventLoop& loop, LaunchPlan plan, const LaunchSpec& spec)
{
    const std::string command = util::join(spec.argv, " ");
    switch (plan.way) {
    case LaunchWay::Pmix:
    case LaunchWay::Orte:
    case LaunchWay::Agent:
    case LaunchWay::Slurm:
        break;
    }
    return std::make_unique<PmixLaunch>(loop, std::move(plan), spec.patience, command);
}

util::Result<std::unique_ptr<LauncherLink>> makeAttachLink(net::EventLoop&, const AttachSpec& spec)
{
    return util::fail(std::make_error_code(std::errc::not_supported), "attaching to " + describe(spec.target),
                      "Start the job under dbgr.");
}

} // namespace dbgr::session

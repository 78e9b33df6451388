// SPDX-License-Identifier: BSD-3-Clause
#include "launcher/job_control.h"

#include "launcher/job_targets.h"
#include "launcher/launcher.h"
#include "pmix/types/keys.h"

#include <csignal>
#include <functional>
#include <vector>

namespace dbgr::launcher {

namespace keys = pmix::keys;
using pmix::Status;

namespace {

struct Order
{
    Launcher& launcher;
    const std::string& who;
    std::vector<JobTarget> targets;
    bool launcherItself = false;

    util::Result<void> signal(int number) const
    {
        for (const JobTarget& target : targets)
            DBGR_TRY(target.job->signal(target.ranks, number));
        return util::ok();
    }

    /// A whole job ends by request; of single ranks, the rules decide what that means for their job.
    util::Result<void> end(int number, Job::Ending how) const
    {
        for (const JobTarget& target : targets) {
            if (target.ranks == target.job->allRanks()) {
                target.job->end(judgeRequest("by request of " + who, number), how);
                continue;
            }
            DBGR_TRY(target.job->signal(target.ranks, number));
            if (number != SIGKILL)
                DBGR_TRY(target.job->signal(target.ranks, SIGCONT)); // one that is stopped obeys no other
        }
        if (launcherItself)
            launcher.owner().terminate(who);
        return util::ok();
    }
};

util::Result<bool> obey(const Order& order, const pmix::Info& directive)
{
    const bool set = directive.value.asBool().value_or(true);
    util::Result<void> done;
    if (directive.key == keys::kJobCtrlSignal) {
        const auto number = directive.value.asSigned();
        if (!number || *number < 0 || *number >= NSIG)
            return util::fail(Status::ErrBadParam, "PMIX_JOB_CTRL_SIGNAL is no signal");
        done = order.signal(static_cast<int>(*number));
    } else if (directive.key == keys::kJobCtrlPause && set) {
        done = order.signal(SIGSTOP);
    } else if (directive.key == keys::kJobCtrlResume && set) {
        done = order.signal(SIGCONT);
    } else if (directive.key == keys::kJobCtrlTerminate && set) {
        done = order.end(SIGTERM, Job::Ending::Gentle);
    } else if (directive.key == keys::kJobCtrlKill && set) {
        done = order.end(SIGKILL, Job::Ending::AtOnce);
    } else {
        return false;
    }
    if (!done)
        return util::fail(std::move(done).error());
    return true;
}

} // namespace

util::Result<void> controlJobs(Launcher& launcher, const std::string& who, std::span<const pmix::Proc> targets,
                               std::span<const pmix::Info> directives)
{
    Order order{launcher, who, {}, namesLauncher(launcher, targets)};
    DBGR_TRY(order.targets, targetsOf(launcher, targets));
    if (order.targets.empty() && !order.launcherItself)
        return util::fail(Status::ErrNotFound, "PMIx_Job_control names no process");
    bool any = false;
    for (const pmix::Info& directive : directives) {
        DBGR_TRY(const bool obeyed, obey(order, directive));
        any = any || obeyed;
    }
    if (!any)
        return util::fail(Status::ErrNotSupported, "no directive of PMIx_Job_control that this launcher knows");
    return util::ok();
}

} // namespace dbgr::launcher

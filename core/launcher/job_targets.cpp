// SPDX-License-Identifier: BSD-3-Clause
#include "launcher/job_targets.h"

#include "launcher/launcher.h"

#include <algorithm>

namespace dbgr::launcher {

using pmix::Status;

namespace {

bool isWholeJob(pmix::ProcRank rank)
{
    return rank == pmix::kRankWildcard || rank == pmix::kRankLocalNode || rank == pmix::kRankUndef;
}

} // namespace

util::Result<std::vector<JobTarget>> targetsOf(Launcher& launcher, std::span<const pmix::Proc> procs)
{
    std::vector<JobTarget> targets;
    for (const pmix::Proc& proc : procs) {
        if (proc.nspace == launcher.self().nspace)
            continue;
        Job* const job = launcher.find(proc.nspace);
        if (job == nullptr)
            return util::fail(Status::ErrNotFound, "there is no job " + proc.nspace);
        if (!isWholeJob(proc.rank) && proc.rank.value() >= job->size())
            return util::fail(Status::ErrNotFound, "there is no process " + pmix::toString(proc));
        auto target = std::find_if(targets.begin(), targets.end(), [job](const JobTarget& t) { return t.job == job; });
        if (target == targets.end())
            target = targets.insert(target, {job, {}});
        if (isWholeJob(proc.rank))
            target->ranks = job->allRanks();
        else
            target->ranks.insert(util::Rank(proc.rank.value()));
    }
    return targets;
}

bool namesLauncher(const Launcher& launcher, std::span<const pmix::Proc> procs)
{
    return std::any_of(procs.begin(), procs.end(),
                       [&](const pmix::Proc& proc) { return proc.nspace == launcher.self().nspace; });
}

} // namespace dbgr::launcher

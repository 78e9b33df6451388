// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/participants.h"

#include "pmix/server/job_values.h"
#include "pmix/types/status.h"

#include <set>
#include <utility>

namespace dbgr::pmix {

namespace {

bool isWhole(ProcRank rank)
{
    return rank == kRankWildcard || rank == kRankLocalNode;
}

util::Result<void> addOf(const JobRecord& job, const Proc& entry, std::set<Proc>& all)
{
    if (entry.rank == kRankLocalNode) {
        for (const ProcRank rank : job.localRanks)
            all.insert(Proc{entry.nspace, rank});
    } else if (entry.rank == kRankWildcard) {
        for (const ProcRank rank : ranksOf(job))
            all.insert(Proc{entry.nspace, rank});
    } else if (hasRank(job, entry.rank)) {
        all.insert(entry);
    } else {
        return util::fail(Status::ErrBadParam, "there is no process " + toString(entry));
    }
    return util::ok();
}

} // namespace

util::Result<Participants> participantsOf(const JobStore& jobs, const Requester& who, std::span<const Proc> list)
{
    std::set<Proc> all;
    for (const Proc& entry : list) {
        const JobRecord* job = jobs.find(entry.nspace);
        if (job != nullptr && jobs.maySee(who, *job)) {
            DBGR_TRY(addOf(*job, entry, all));
        } else if (isWhole(entry.rank) && entry.nspace == who.proc().nspace) {
            all.insert(who.proc());
        } else if (job != nullptr || isWhole(entry.rank)) {
            return util::fail(Status::ErrBadParam, "there is no job " + entry.nspace);
        } else {
            all.insert(entry);
        }
    }
    if (!all.contains(who.proc()))
        return util::fail(Status::ErrBadParam, toString(who.proc()) + " is not among the participants it names");

    Participants participants;
    for (const Proc& each : all)
        if (each == who.proc() || jobs.isHere(each) || jobs.find(each.nspace) == nullptr)
            participants.here.push_back(each);
    participants.all.assign(all.begin(), all.end());
    return participants;
}

} // namespace dbgr::pmix

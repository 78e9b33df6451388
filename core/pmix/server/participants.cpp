// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/participants.h"

#include "pmix/types/status.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace dbgr::pmix {

namespace {

using Ranks = std::set<ProcRank>;

bool isWhole(ProcRank rank)
{
    return rank == kRankWildcard || rank == kRankLocalNode;
}

/// Adds what one entry of a list names.
util::Result<void> addEntry(const JobStore& jobs, const Requester& who, const Proc& entry, Ranks& ranks)
{
    const JobRecord* job = jobs.find(entry.nspace);
    if (job == nullptr && isWhole(entry.rank) && entry.nspace == who.proc().nspace) {
        ranks.insert(who.proc().rank);
    } else if (job == nullptr && !isWhole(entry.rank)) {
        ranks.insert(entry.rank);
    } else if (job == nullptr || !jobs.maySee(who, *job)) {
        return util::fail(Status::ErrBadParam, "there is no job " + entry.nspace);
    } else if (entry.rank == kRankLocalNode) {
        const Ranks& local = *jobs.localRanksOf(entry.nspace);
        ranks.insert(local.begin(), local.end());
    } else if (entry.rank == kRankWildcard || jobs.ranksOf(entry.nspace)->contains(entry.rank)) {
        ranks.insert(entry.rank);
    } else {
        return util::fail(Status::ErrBadParam, "there is no process " + toString(entry));
    }
    return util::ok();
}

} // namespace

util::Result<Participants> Participants::of(const JobStore& jobs, const Requester& who, std::span<const Proc> list)
{
    std::map<std::string, Ranks> byJob;
    std::size_t unknown = 0;
    for (const Proc& entry : list) {
        if (jobs.find(entry.nspace) == nullptr && ++unknown > kMaxUnknown)
            return util::fail(Status::ErrOutOfResource, "too many participants of jobs that are not known here");
        if (entry.nspace.size() > Proc::kMaxNspaceBytes)
            return util::fail(Status::ErrBadParam, "too long a namespace");
        DBGR_TRY(addEntry(jobs, who, entry, byJob[entry.nspace]));
    }

    Participants participants;
    for (const auto& [nspace, ranks] : byJob) {
        const Ranks* all = jobs.ranksOf(nspace);
        if (ranks.contains(kRankWildcard) || (all != nullptr && ranks.size() == all->size())) {
            participants.m_entries.push_back(Proc{nspace, kRankWildcard});
            continue;
        }
        for (const ProcRank rank : ranks)
            participants.m_entries.push_back(Proc{nspace, rank});
    }
    if (!participants.contains(who.proc()))
        return util::fail(Status::ErrBadParam, toString(who.proc()) + " is not among the participants it names");
    return participants;
}

bool Participants::contains(const Proc& proc) const
{
    return std::ranges::binary_search(m_entries, proc) ||
           std::ranges::binary_search(m_entries, Proc{proc.nspace, kRankWildcard});
}

std::vector<Proc> Participants::all(const JobStore& jobs) const
{
    std::vector<Proc> procs;
    for (const Proc& entry : m_entries) {
        if (entry.rank != kRankWildcard) {
            procs.push_back(entry);
        } else if (const Ranks* ranks = jobs.ranksOf(entry.nspace)) {
            for (const ProcRank rank : *ranks)
                procs.push_back(Proc{entry.nspace, rank});
        }
    }
    return procs;
}

std::vector<Proc> Participants::here(const JobStore& jobs) const
{
    std::vector<Proc> procs = all(jobs);
    std::erase_if(procs, [&](const Proc& each) { return jobs.find(each.nspace) != nullptr && !jobs.isHere(each); });
    return procs;
}

std::vector<std::string> Participants::nspaces() const
{
    std::vector<std::string> names;
    for (const Proc& entry : m_entries)
        if (names.empty() || names.back() != entry.nspace)
            names.push_back(entry.nspace);
    return names;
}

} // namespace dbgr::pmix

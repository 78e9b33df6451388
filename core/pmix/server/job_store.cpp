// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/job_store.h"

#include "pmix/codec/pack.h"
#include "pmix/server/directives.h"
#include "pmix/server/job_values.h"
#include "pmix/types/keys.h"
#include "pmix/types/status.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace dbgr::pmix {

namespace {

util::Error notFound(const GetRequest& request)
{
    const std::string what = request.key ? "value \"" + *request.key + "\"" : std::string("values");
    return util::Error{Status::ErrNotFound, "this server has no " + what + " of " + toString(request.proc), {}};
}

const Value* findIn(const std::vector<KeyValue>& values, std::string_view key)
{
    const auto found = std::ranges::find(values, key, &KeyValue::key);
    return found == values.end() ? nullptr : &found->value;
}

bool wantsOnlyWhatIsKnown(std::span<const Info> infos)
{
    return hasFlag(infos, keys::kImmediate) || hasFlag(infos, keys::kOptional);
}

Proc anyRankOf(const std::string& nspace)
{
    return Proc{nspace, kRankUndef};
}

Viewer viewerOf(const Proc& asker, const Proc& owner)
{
    return asker == owner ? Viewer::Self : Viewer::SameNode;
}

} // namespace

JobStore::JobStore(util::Scheduler& scheduler, Remote remote) : m_remote(std::move(remote)), m_pending(scheduler)
{}

// ---- Jobs

util::Result<void> JobStore::add(JobRecord job)
{
    const std::string nspace = job.info.nspace;
    if (nspace.empty() || nspace.size() > Proc::kMaxNspaceBytes)
        return util::fail(Status::ErrBadParam,
                          "a job needs a namespace of at most " + std::to_string(Proc::kMaxNspaceBytes) + " bytes");
    const auto [entry, isNew] = m_jobs.try_emplace(nspace);
    if (!isNew)
        return util::fail(Status::ErrExists, "the job " + nspace + " is registered already");
    Job& known = entry->second;
    known.local.insert(job.localRanks.begin(), job.localRanks.end());
    known.ranks = known.local;
    for (const auto& [rank, values] : job.info.ofRank)
        known.ranks.insert(rank);
    known.record = std::move(job);
    return util::ok();
}

void JobStore::remove(const std::string& nspace)
{
    if (m_jobs.erase(nspace) == 0)
        return;
    const auto isOfJob = [&](const auto& each) { return each.first.nspace == nspace; };
    std::erase_if(m_put, isOfJob);
    std::erase_if(m_learned, isOfJob);
    m_pending.settleAll(nspace, [](const PendingGet& get) { return util::fail(notFound(get.request)); });
}

const JobStore::Job* JobStore::jobOf(const std::string& nspace) const
{
    const auto found = m_jobs.find(nspace);
    return found == m_jobs.end() ? nullptr : &found->second;
}

const JobRecord* JobStore::find(const std::string& nspace) const
{
    const Job* job = jobOf(nspace);
    return job == nullptr ? nullptr : &job->record;
}

std::vector<std::string> JobStore::nspaces() const
{
    std::vector<std::string> names;
    for (const auto& [nspace, job] : m_jobs)
        names.push_back(nspace);
    return names;
}

bool JobStore::maySee(const Requester& who, const JobRecord& job) const
{
    return who.proc().nspace == job.info.nspace || who.ids.uid == job.uid;
}

bool JobStore::isHere(const Proc& proc) const
{
    const Job* job = jobOf(proc.nspace);
    return job != nullptr && job->local.contains(proc.rank);
}

const std::set<ProcRank>* JobStore::ranksOf(const std::string& nspace) const
{
    const Job* job = jobOf(nspace);
    return job == nullptr ? nullptr : &job->ranks;
}

const std::set<ProcRank>* JobStore::localRanksOf(const std::string& nspace) const
{
    const Job* job = jobOf(nspace);
    return job == nullptr ? nullptr : &job->local;
}

util::Result<std::string> JobStore::jobInfoFor(WireFormat format, const Proc& who) const
{
    const Job* job = jobOf(who.nspace);
    if (job == nullptr)
        return util::fail(Status::ErrNotFound, "no job " + who.nspace + " is registered");
    const std::pair cacheKey(format.version, format.buffer);
    auto cached = job->encoded.find(cacheKey);
    if (cached == job->encoded.end()) {
        DBGR_TRY(std::string body, encodeJobInfo(format, job->record.info));
        cached = job->encoded.emplace(cacheKey, std::move(body)).first;
    }
    std::string body = cached->second;
    if (const auto only = job->record.onlyToRank.find(who.rank); only != job->record.onlyToRank.end()) {
        Packer packer(format);
        for (const KeyValue& each : only->second)
            packer.pack<DataType::KeyValue>(each);
        DBGR_TRY(const std::string more, packer.finish());
        body += more;
    }
    return body;
}

// ---- What processes put

util::Result<void> JobStore::commit(const Proc& who, std::vector<CommitBlock> blocks)
{
    DBGR_TRY(m_put[who].store(std::move(blocks)));
    const auto found = [this](const PendingGet& get) -> std::optional<GetResult> {
        if (auto values = lookUp(get.who, get.request))
            return GetResult(*std::move(values));
        return std::nullopt;
    };
    m_pending.settle(who, found);
    m_pending.settle(anyRankOf(who.nspace), found);
    limitWaits(who);
    return util::ok();
}

/// What a process has not put with its first commit, it will hardly put at all; see kPatience.
void JobStore::limitWaits(const Proc& target)
{
    if (m_put.contains(target))
        m_pending.limit(target, kPatience);
    const Proc any = anyRankOf(target.nspace);
    if (!m_pending.waitsFor(any))
        return;
    const Job* job = jobOf(target.nspace);
    const auto hasPut = [&](ProcRank rank) {
        return job->ended.contains(rank) || m_put.contains(Proc{target.nspace, rank});
    };
    if (job != nullptr && std::ranges::all_of(job->local, hasPut))
        m_pending.limit(any, kPatience);
}

ProcValues JobStore::committed(const Proc& who, bool sameNode) const
{
    const auto put = m_put.find(who);
    if (put == m_put.end())
        return ProcValues{who, {}};
    return ProcValues{who, put->second.visibleTo(sameNode ? Viewer::SameNode : Viewer::OtherNode)};
}

void JobStore::learn(std::vector<ProcValues> values)
{
    for (ProcValues& each : values) {
        const Job* job = jobOf(each.proc.nspace);
        if (job != nullptr && !job->local.contains(each.proc.rank))
            m_learned[each.proc] = std::move(each.values);
    }
}

void JobStore::learnOfGroup(std::uint64_t contextId, const std::vector<ProcValues>& values)
{
    auto& known = m_groupValues[contextId];
    for (const auto& [proc, pairs] : values)
        known[proc] = pairs;
}

// ---- PMIx_Get

/// Nobody waits: all was told when the group was made.
util::Result<std::vector<ProcValues>> JobStore::lookUpInGroup(const GetRequest& request, std::uint64_t contextId) const
{
    ProcValues block{request.proc, {}};
    if (const auto group = m_groupValues.find(contextId); group != m_groupValues.end())
        if (const auto told = group->second.find(request.proc); told != group->second.end())
            for (const KeyValue& each : told->second)
                if (!request.key || each.key == *request.key)
                    block.values.push_back(valueOfGroup(each, contextId));
    if (block.values.empty())
        return util::fail(notFound(request));
    return std::vector{std::move(block)};
}

void JobStore::get(const Requester& who, const GetRequest& request, Answer<std::vector<ProcValues>> answer)
{
    PendingGet get{who, request, std::move(answer)};
    if (get.request.proc.nspace.empty())
        get.request.proc.nspace = who.proc().nspace;
    const Proc& target = get.request.proc;

    const Job* job = jobOf(target.nspace);
    if (job != nullptr && !maySee(who, job->record))
        return get.answer(util::fail(notFound(get.request)));
    if (const auto group = groupContextOf(get.request.infos))
        return get.answer(lookUpInGroup(get.request, *group));
    if (auto values = lookUp(who, get.request))
        return get.answer(*std::move(values));
    if (isElsewhere(job, target))
        return askHost(std::move(get));

    // Nobody waits for what only it could put.
    const bool mayCome = job != nullptr && target != who.proc() && mayYetPut(*job, target.rank) &&
                         !(get.request.key && isReservedKey(*get.request.key));
    if (!mayCome || wantsOnlyWhatIsKnown(get.request.infos))
        return get.answer(util::fail(notFound(get.request)));
    const Proc waitedFor = target;
    m_pending.add(std::move(get));
    limitWaits(waitedFor);
}

void JobStore::askHost(PendingGet get)
{
    const GetRequest request = get.request;
    const auto id = m_pending.add(std::move(get));
    if (!id)
        return;
    m_remote(request.proc, request.infos, m_lifetime.guard([this, target = request.proc, id = *id](GetResult result) {
        m_pending.answer(target, id, std::move(result));
    }));
}

/// A process that this server has no say about: of a job of ours on another node, or of a job that is not ours.
bool JobStore::isElsewhere(const Job* job, const Proc& proc) const
{
    if (job == nullptr)
        return true;
    return !job->local.contains(proc.rank) && job->ranks.contains(proc.rank);
}

bool JobStore::mayYetPut(const Job& job, ProcRank rank) const
{
    if (rank == kRankUndef)
        return job.ended.size() < job.local.size();
    return job.local.contains(rank) && !job.ended.contains(rank);
}

std::optional<std::vector<ProcValues>> JobStore::lookUp(const Requester& who, const GetRequest& request) const
{
    const Job* job = jobOf(request.proc.nspace);
    const LevelDirectives level = LevelDirectives::of(request.infos);
    const bool ofJob = request.proc.rank == kRankWildcard || level.level != LevelDirectives::Level::Any;
    if (job != nullptr && ofJob) {
        auto block = findOnLevel(job->record, who.proc(), request.proc.rank, request.key, level);
        return block ? std::optional(std::vector{*std::move(block)}) : std::nullopt;
    }
    if (job != nullptr && request.proc.rank == kRankUndef)
        return lookUpAnyRank(who, *job, request);
    return lookUpRank(who, job, request);
}

std::optional<std::vector<ProcValues>> JobStore::lookUpAnyRank(const Requester& who, const Job& job,
                                                               const GetRequest& request) const
{
    const std::string& nspace = request.proc.nspace;
    if (request.key) {
        for (const ProcRank rank : job.ranks)
            if (const Proc owner{nspace, rank}; findOf(who.proc(), owner, *request.key) != nullptr)
                return std::vector{ProcValues{owner, valuesOf(who.proc(), owner)}};
    }
    auto block = findOnLevel(job.record, who.proc(), kRankUndef, request.key, LevelDirectives());
    return block ? std::optional(std::vector{*std::move(block)}) : std::nullopt;
}

std::optional<std::vector<ProcValues>> JobStore::lookUpRank(const Requester& who, const Job* job,
                                                            const GetRequest& request) const
{
    const Proc& owner = request.proc;
    const Proc& asker = who.proc();
    if (job == nullptr && owner != asker)
        return std::nullopt;
    // All that it has put is complete only once it has put something.
    const bool isThere = request.key ? findOf(asker, owner, *request.key) != nullptr
                                     : m_put.contains(owner) || m_learned.contains(owner);
    if (isThere) {
        std::vector<ProcValues> blocks;
        // A library that is told of a foreign job's process wants to know the job.
        if (owner.nspace != asker.nspace)
            blocks.push_back(jobBlock(job->record, asker));
        blocks.push_back(ProcValues{owner, valuesOf(asker, owner)});
        return blocks;
    }
    // Asked of one rank, but the same for all of the job.
    if (job != nullptr && request.key && isReservedKey(*request.key))
        if (auto block = findOnLevel(job->record, asker, owner.rank, request.key, LevelDirectives()))
            return std::vector{*std::move(block)};
    return std::nullopt;
}

const Value* JobStore::findOf(const Proc& asker, const Proc& owner, const std::string& key) const
{
    if (const auto put = m_put.find(owner); put != m_put.end())
        if (const Value* value = put->second.find(key, viewerOf(asker, owner)))
            return value;
    if (const auto learned = m_learned.find(owner); learned != m_learned.end())
        if (const Value* value = findIn(learned->second, key))
            return value;
    const Job* job = jobOf(owner.nspace);
    return job == nullptr ? nullptr : job->record.info.find(owner.rank, key);
}

std::vector<KeyValue> JobStore::valuesOf(const Proc& asker, const Proc& owner) const
{
    std::vector<KeyValue> values;
    if (const Job* job = jobOf(owner.nspace))
        if (const auto registered = job->record.info.ofRank.find(owner.rank);
            registered != job->record.info.ofRank.end())
            values = registered->second;
    if (const auto learned = m_learned.find(owner); learned != m_learned.end())
        values.insert(values.end(), learned->second.begin(), learned->second.end());
    if (const auto put = m_put.find(owner); put != m_put.end())
        std::ranges::move(put->second.visibleTo(viewerOf(asker, owner)), std::back_inserter(values));
    return values;
}

// ---- Resolving

util::Result<std::vector<Proc>> JobStore::peers(const Requester& who, const ResolvePeersRequest& request) const
{
    std::vector<Proc> found;
    const Job* own = jobOf(who.proc().nspace);
    for (const auto& [nspace, job] : m_jobs) {
        if ((!request.nspace.empty() && nspace != request.nspace) || !maySee(who, job.record))
            continue;
        std::vector<ProcRank> ranks = job.record.localRanks;
        if (request.node)
            ranks = ranksOn(job.record, *request.node);
        else if (own != nullptr && !own->local.contains(who.proc().rank))
            ranks = ranksOn(job.record, hostOf(own->record, who.proc().rank));
        for (const ProcRank rank : ranks)
            found.push_back(Proc{nspace, rank});
    }
    if (found.empty())
        return util::fail(Status::ErrNotFound, "no process of " +
                                                   (request.nspace.empty() ? "any job" : request.nspace) + " is on " +
                                                   request.node.value_or("this node"));
    return found;
}

util::Result<std::string> JobStore::nodes(const Requester& who, const std::string& nspace) const
{
    std::vector<std::string> hosts;
    for (const auto& [name, job] : m_jobs) {
        if ((!nspace.empty() && name != nspace) || !maySee(who, job.record))
            continue;
        for (const std::string& host : hostsOf(job.record))
            if (std::ranges::find(hosts, host) == hosts.end())
                hosts.push_back(host);
    }
    if (hosts.empty())
        return util::fail(Status::ErrNotFound, "no nodes of " + (nspace.empty() ? "any job" : nspace) + " are known");
    std::string list;
    for (const std::string& host : hosts)
        list += (list.empty() ? "" : ",") + host;
    return list;
}

util::Result<std::vector<KeyValue>> JobStore::refresh(const Requester& who, const Proc& proc) const
{
    const Job* job = jobOf(proc.nspace);
    const bool isKnown = job != nullptr ? maySee(who, job->record) : proc == who.proc();
    if (isKnown && job != nullptr && proc.rank == kRankWildcard)
        return jobBlock(job->record, who.proc()).values;
    std::vector<KeyValue> values = isKnown ? valuesOf(who.proc(), proc) : std::vector<KeyValue>();
    if (values.empty())
        return util::fail(Status::ErrNotFound, "this server has no values of " + toString(proc));
    return values;
}

// ---- Who comes and goes

void JobStore::dropPeer(PeerId peer)
{
    m_pending.dropPeer(peer);
}

void JobStore::processConnected(const Proc& proc)
{
    if (const auto job = m_jobs.find(proc.nspace); job != m_jobs.end())
        job->second.ended.erase(proc.rank);
}

void JobStore::processEnded(const Proc& proc)
{
    const auto job = m_jobs.find(proc.nspace);
    if (job == m_jobs.end()) {
        m_put.erase(proc); // a tool: nobody tells of the end of its job
        return;
    }
    if (!job->second.local.contains(proc.rank))
        return;
    job->second.ended.insert(proc.rank);
    const auto inVain = [](const PendingGet& get) { return util::fail(notFound(get.request)); };
    m_pending.settle(proc, inVain);
    if (!mayYetPut(job->second, kRankUndef))
        m_pending.settle(anyRankOf(proc.nspace), inVain);
}

bool JobStore::hasEnded(const Proc& proc) const
{
    const Job* job = jobOf(proc.nspace);
    return job != nullptr && job->ended.contains(proc.rank);
}

} // namespace dbgr::pmix

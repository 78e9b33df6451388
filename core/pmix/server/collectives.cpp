// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/collectives.h"

#include "pmix/server/directives.h"
#include "pmix/server/group_terms.h"
#include "pmix/server/value_size.h"
#include "pmix/types/keys.h"
#include "pmix/types/status.h"

#include <algorithm>
#include <set>
#include <utility>

namespace dbgr::pmix {

Collectives::Collectives(util::Scheduler& scheduler, JobStore& jobs, ServerHost& host, util::Duration limit)
    : m_jobs(jobs), m_host(host), m_limit(limit),
      m_rounds(scheduler, [&jobs](const Proc& proc) { return jobs.hasEnded(proc); }), m_joiners(scheduler, jobs)
{}

std::optional<util::Duration> Collectives::limitOf(std::span<const Info> infos) const
{
    if (const auto asked = timeoutOf(infos))
        return asked;
    return m_limit > util::Duration::zero() ? std::optional(m_limit) : std::nullopt;
}

/// All of an arrival but what is to be done at the end.
util::Result<Arrival> Collectives::arrivalOf(CollectiveKind kind, const Requester& who,
                                             const CollectiveRequest& request) const
{
    if (sizeOf(request.infos) > kMaxKeptInfoBytes)
        return util::fail(Status::ErrOutOfResource, "a collective with too many directives");
    DBGR_TRY(const Participants participants, Participants::of(m_jobs, who, request.procs));
    Arrival arrival;
    arrival.key.kind = kind;
    arrival.key.participants = participants;
    arrival.here = [this, participants] { return participants.here(m_jobs); };
    arrival.who = who;
    arrival.wantsMore = hasFlag(request.infos, keys::kCollectData);
    arrival.limit = limitOf(request.infos);
    return arrival;
}

// ---- Fence

void Collectives::fence(const Requester& who, const CollectiveRequest& request, Answer<void> answer)
{
    auto arrival = arrivalOf(CollectiveKind::Fence, who, request);
    if (!arrival)
        return answer(util::fail(std::move(arrival).error()));
    arrival->answer = std::move(answer);
    arrival->gathered = [this, procs = arrival->key.participants.entries(),
                         infos = request.infos](const Gathered& all, const Answer<void>& done) {
        std::vector<ProcValues> data;
        for (const Proc& each : all.came)
            if (all.wantsMore)
                data.push_back(m_jobs.committed(each, false));
        m_host.fence(procs, infos, std::move(data),
                     m_lifetime.guard([this, done](util::Result<std::vector<ProcValues>> result) {
                         if (!result)
                             return done(util::fail(std::move(result).error()));
                         m_jobs.learn(*std::move(result));
                         done(util::ok());
                     }));
    };
    m_rounds.arrive(*std::move(arrival));
}

// ---- Connect

void Collectives::connect(const Requester& who, const ConnectRequest& request, Answer<std::vector<JobInfo>> answer)
{
    auto arrival = arrivalOf(CollectiveKind::Connect, who, request.who);
    if (!arrival)
        return answer(util::fail(std::move(arrival).error()));
    if (m_connections.size() >= kMaxConnections)
        return answer(util::fail(Status::ErrOutOfResource, "too many sets of processes are connected"));
    if (auto taken = takeEndpoint(who, request.endpoint); !taken)
        return answer(util::fail(std::move(taken).error()));
    const Participants participants = arrival->key.participants;
    arrival->answer = [this, participants, answer = std::move(answer)](util::Result<void> result) {
        if (!result)
            return answer(util::fail(std::move(result).error()));
        answer(jobsOf(participants));
    };
    arrival->gathered = [this, infos = request.who.infos, participants](const Gathered&, const Answer<void>& done) {
        m_host.connect(participants.entries(), infos,
                       m_lifetime.guard([this, participants, done](const util::Result<void>& result) {
                           if (result)
                               ++m_connections[participants];
                           done(result);
                       }));
    };
    m_rounds.arrive(*std::move(arrival));
}

/// What a process of 6.x sends along with its request is what it has put so far: as good as a commit.
util::Result<void> Collectives::takeEndpoint(const Requester& who, const std::optional<Info>& endpoint)
{
    const std::vector<Info>* infos = endpoint ? endpoint->value.asInfos() : nullptr;
    if (infos == nullptr || infos->empty())
        return util::ok();
    CommitBlock block{Scope::Global, {}};
    for (const Info& each : *infos)
        if (!isReservedKey(each.key))
            block.values.push_back(KeyValue{each.key, each.value});
    return m_jobs.commit(who.proc(), {std::move(block)});
}

std::vector<JobInfo> Collectives::jobsOf(const Participants& participants) const
{
    std::vector<JobInfo> jobs;
    for (const std::string& nspace : participants.nspaces()) {
        if (const JobRecord* job = m_jobs.find(nspace))
            jobs.push_back(job->info);
        else
            jobs.emplace_back().nspace = nspace;
    }
    return jobs;
}

void Collectives::disconnect(const Requester& who, const CollectiveRequest& request, Answer<void> answer)
{
    auto arrival = arrivalOf(CollectiveKind::Disconnect, who, request);
    if (!arrival)
        return answer(util::fail(std::move(arrival).error()));
    arrival->absence = Absence::Excused;
    arrival->answer = std::move(answer);
    arrival->gathered = [this, infos = request.infos,
                         participants = arrival->key.participants](const Gathered&, const Answer<void>& done) {
        m_host.disconnect(participants.entries(), infos,
                          m_lifetime.guard([this, participants, done](const util::Result<void>& result) {
                              const auto connection = m_connections.find(participants);
                              if (result && connection != m_connections.end() && --connection->second == 0)
                                  m_connections.erase(connection);
                              done(result);
                          }));
    };
    m_rounds.arrive(*std::move(arrival));
}

// ---- Groups

/// What holds for every construct, however many of its members it names.
util::Result<Arrival> Collectives::arrivalAtGroup(const Requester& who, const GroupRequest& request) const
{
    if (request.id.size() > kMaxGroupNameBytes)
        return util::fail(Status::ErrBadParam,
                          "the name of a group may have " + std::to_string(kMaxGroupNameBytes) + " bytes");
    if (m_groups.size() >= kMaxGroups)
        return util::fail(Status::ErrOutOfResource, "there are too many groups");
    DBGR_TRY(const std::size_t leaders, leadersIn(request.infos));
    const bool itself = request.members.empty() || request.members == std::vector<Proc>{who.proc()};
    if (leaders != 0 && !itself)
        return util::fail(Status::ErrBadParam, "a leader of a bootstrap names no member but itself");
    DBGR_TRY(Arrival arrival, arrivalOf(CollectiveKind::ConstructGroup, who,
                                        {itself ? std::vector<Proc>{who.proc()} : request.members, request.infos}));
    if (leaders != 0) {
        arrival.key.participants = {};
        arrival.here = [] { return std::vector<Proc>(); };
        arrival.leaders = leaders;
    }
    arrival.key.name = request.id;
    arrival.absence = hasFlag(request.infos, keys::kGroupOptional) ? Absence::Excused : Absence::Fails;
    arrival.wantsMore = hasFlag(request.infos, keys::kGroupAssignContextId);
    arrival.brings = forTheGroup(request.infos);
    return arrival;
}

void Collectives::constructGroup(const Requester& who, const GroupRequest& request, Answer<GroupReply> answer)
{
    auto arrival = arrivalAtGroup(who, request);
    if (!arrival)
        return answer(util::fail(std::move(arrival).error()));
    if (request.members.empty() && arrival->leaders == 0)
        return m_joiners.join(request.id,
                              {who, std::move(arrival->brings), arrival->wantsMore, arrival->limit, std::move(answer)});

    const Groups::key_type key(request.id, arrival->key.participants);
    arrival->answer = [this, key, answer = std::move(answer)](util::Result<void> result) {
        if (!result)
            return answer(util::fail(std::move(result).error()));
        answer(replyOf(key));
    };
    arrival->gathered = [this, key, who, infos = request.infos, absence = arrival->absence](const Gathered& all,
                                                                                            const Answer<void>& done) {
        askIntoGroup(key, who, absence, infos, all, done);
    };
    m_rounds.arrive(*std::move(arrival));
}

util::Result<GroupReply> Collectives::replyOf(const Groups::key_type& key) const
{
    const auto group = m_groups.find(key);
    if (group == m_groups.end())
        return util::fail(Status::GroupMemberFailed, "the group " + key.first + " ended at once");
    return GroupReply{group->second.members, group->second.contextId};
}

/// All who make the group are here; now those whom they want in it. \std PMIX_GROUP_ADD_MEMBERS
void Collectives::askIntoGroup(const Groups::key_type& key, const Requester& who, Absence absence,
                               const std::vector<Info>& infos, const Gathered& makers, const Answer<void>& done)
{
    std::vector<Proc> members = key.second.entries().empty() ? makers.came : key.second.all(m_jobs);
    auto added = addedTo(m_jobs, who, members, makers);
    if (!added)
        return done(util::fail(std::move(added).error()));
    if (added->empty())
        return makeGroup(key, std::move(members), infos, makers, done);
    GroupJoiners::Call call;
    call.group = key.first;
    call.missing.insert(added->begin(), added->end());
    call.makers.insert(members.begin(), members.end());
    call.absence = absence;
    call.deadline = makers.deadline;
    call.done = [this, key, infos, all = makers, members = std::move(members),
                 done](util::Result<std::vector<GroupJoiners::Joiner>> joiners) mutable {
        if (!joiners)
            return done(util::fail(std::move(joiners).error()));
        for (const GroupJoiners::Joiner& each : *joiners) {
            members.push_back(each.who.proc());
            all.came.push_back(each.who.proc());
            all.wantsMore = all.wantsMore || each.wantsMore;
            if (!each.brings.empty())
                all.brought[each.who.proc()] = each.brings;
        }
        std::ranges::sort(all.came);
        makeGroup(key, std::move(members), infos, all,
                  [this, key, joined = *std::move(joiners), done](const util::Result<void>& result) {
                      done(result);
                      for (const GroupJoiners::Joiner& each : joined)
                          each.answer(result ? replyOf(key) : util::fail(result.error()));
                  });
    };
    m_joiners.call(std::move(call));
}

void Collectives::makeGroup(const Groups::key_type& key, std::vector<Proc> members, const std::vector<Info>& infos,
                            const Gathered& all, const Answer<void>& done)
{
    m_host.group(GroupOperation::Construct, key.first, members, withAllBrought(infos, all),
                 m_lifetime.guard([this, key, members, all, done](const util::Result<InfoReply>& host) {
                     done(host ? formGroup(key, members, all, *host) : util::fail(host.error()));
                 }));
}

util::Result<void> Collectives::formGroup(const Groups::key_type& key, const std::vector<Proc>& asked,
                                          const Gathered& gathered, const InfoReply& host)
{
    Group group;
    if (auto members = membersIn(host)) {
        group.members = *std::move(members);
    } else {
        group.members = asked;
        DBGR_TRY(putInOrder(group.members, gathered));
        std::erase_if(group.members, [&](const Proc& each) {
            return !std::ranges::binary_search(gathered.came, each) &&
                   (m_jobs.find(each.nspace) == nullptr || m_jobs.isHere(each));
        });
    }
    std::erase_if(group.members, [this](const Proc& each) { return m_jobs.hasEnded(each); }); // while the host thought
    group.contextId = contextIdIn(host);
    if (gathered.wantsMore && !group.contextId)
        group.contextId = m_nextContextId--;
    std::size_t bytes = 0;
    std::vector<ProcValues> told;
    for (const auto& [proc, infos] : gathered.brought) {
        group.notifyTermination = group.notifyTermination || hasFlag(infos, keys::kGroupNotifyTermination);
        ProcValues values{proc, {}};
        DBGR_TRY(values.values, valuesFor(infos));
        bytes += sizeOf(infos);
        told.push_back(std::move(values));
    }
    if (bytes > kMaxGroupInfoBytes)
        return util::fail(Status::ErrOutOfResource, "the members of a group have too much to tell each other");
    if (group.contextId)
        m_jobs.learnOfGroup(*group.contextId, told);
    if (const auto old = m_groups.find(key); old != m_groups.end()) {
        if (!std::ranges::is_permutation(old->second.members, group.members) && key.second.entries().empty())
            return util::fail(Status::ErrExists, "other processes have a group " + key.first + ", made by bootstrap");
        forget(old->second);
    }
    m_groups.insert_or_assign(key, std::move(group));
    return util::ok();
}

/// What was told for it alone goes with it.
void Collectives::forget(const Group& group)
{
    if (group.contextId)
        m_jobs.forgetGroup(*group.contextId);
}

Collectives::Groups::iterator Collectives::groupOf(const std::string& id, const Proc& member)
{
    return std::ranges::find_if(m_groups, [&](const auto& each) {
        return each.first.first == id && std::ranges::count(each.second.members, member) != 0;
    });
}

void Collectives::destructGroup(const Requester& who, const GroupRequest& request, Answer<void> answer)
{
    // Libraries of 4.x do not name the members; those who met by invitation are known by their own list only.
    const auto known = groupOf(request.id, who.proc());
    const bool isKnown = known != m_groups.end();
    if (!isKnown && request.members.empty())
        return answer(util::fail(Status::ErrNotFound, toString(who.proc()) + " is in no group " + request.id));
    auto arrival = arrivalOf(CollectiveKind::DestructGroup, who,
                             {isKnown ? known->second.members : request.members, request.infos});
    if (!arrival)
        return answer(util::fail(std::move(arrival).error()));
    arrival->key.name = request.id;
    // Members may end, or leave, while others wait: those who made the group tell which one it is.
    if (isKnown)
        arrival->key.participants = known->first.second;
    arrival->absence = Absence::Excused;
    arrival->answer = std::move(answer);
    arrival->gathered = [this, key = Groups::key_type(request.id, arrival->key.participants)](
                            const Gathered&, const Answer<void>& done) {
        const auto made = m_groups.find(key);
        m_host.group(GroupOperation::Destruct, key.first,
                     made == m_groups.end() ? key.second.all(m_jobs) : made->second.members, {},
                     m_lifetime.guard([this, key, done](const util::Result<InfoReply>& host) {
                         if (const auto group = m_groups.extract(key))
                             forget(group.mapped());
                         done(host ? util::ok() : util::fail(host.error()));
                     }));
    };
    m_rounds.arrive(*std::move(arrival));
}

util::Result<std::vector<Proc>> Collectives::leaveGroup(const Requester& who, const std::string& id)
{
    const auto group = groupOf(id, who.proc());
    if (group == m_groups.end())
        return util::fail(Status::ErrNotFound, toString(who.proc()) + " is in no group " + id);
    const RoundKey destruct{CollectiveKind::DestructGroup, id, group->first.second};
    std::erase(group->second.members, who.proc());
    std::vector<Proc> remaining = group->second.members;
    if (remaining.empty()) {
        forget(group->second);
        m_groups.erase(group);
    }
    m_rounds.excuse(destruct, who.proc());
    return remaining;
}

std::vector<std::string> Collectives::groupNames() const
{
    std::vector<std::string> names;
    for (const auto& [key, group] : m_groups)
        if (names.empty() || names.back() != key.first)
            names.push_back(key.first);
    return names;
}

const std::vector<Proc>* Collectives::groupMembers(const std::string& id) const
{
    const auto group = m_groups.lower_bound({id, Participants()});
    return group == m_groups.end() || group->first.first != id ? nullptr : &group->second.members;
}

// ---- Who goes

void Collectives::dropPeer(PeerId peer)
{
    m_rounds.dropPeer(peer);
    m_joiners.dropPeer(peer);
}

void Collectives::processFinalized(const Proc& proc)
{
    depart(proc);
    m_rounds.processFinalized(proc);
}

Departure Collectives::processEnded(const Proc& proc)
{
    Departure departure = depart(proc);
    m_rounds.processEnded(proc);
    m_joiners.processEnded(proc);
    return departure;
}

/// Takes it out of its connections and groups.
Departure Collectives::depart(const Proc& proc)
{
    Departure departure;
    std::set<Proc> connected;
    std::erase_if(m_connections, [&](const auto& each) {
        if (!each.first.contains(proc))
            return false;
        for (const Proc& other : each.first.all(m_jobs))
            if (!m_jobs.hasEnded(other))
                connected.insert(other);
        return true;
    });
    connected.erase(proc);
    departure.connected.assign(connected.begin(), connected.end());
    for (auto& [key, group] : m_groups)
        if (std::erase(group.members, proc) != 0 && !group.members.empty())
            departure.groups.push_back({key.first, group.members, group.notifyTermination});
    std::erase_if(m_groups, [this](const auto& each) {
        if (each.second.members.empty())
            forget(each.second);
        return each.second.members.empty();
    });
    return departure;
}

} // namespace dbgr::pmix

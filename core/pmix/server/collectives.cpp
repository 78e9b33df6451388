// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/collectives.h"

#include "pmix/server/directives.h"
#include "pmix/types/keys.h"
#include "pmix/types/status.h"

#include <algorithm>
#include <set>
#include <utility>

namespace dbgr::pmix {

namespace {

util::Error groupExists(const std::string& id)
{
    return util::Error{Status::ErrExists, "there is a group " + id + " already", {}};
}

RoundKey destructKey(const std::string& id)
{
    return RoundKey{CollectiveKind::DestructGroup, id, {}};
}

} // namespace

Collectives::Collectives(util::Scheduler& scheduler, JobStore& jobs, ServerHost& host, util::Duration limit)
    : m_jobs(jobs), m_host(host), m_limit(limit),
      m_rounds(scheduler, [&jobs](const Proc& proc) { return jobs.hasEnded(proc); })
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
    arrival->gathered = [this, request](const std::vector<Proc>& came, bool wantsMore, const Answer<void>& done) {
        std::vector<ProcValues> data;
        for (const Proc& each : came)
            if (wantsMore)
                data.push_back(m_jobs.committed(each, false));
        m_host.fence(request.procs, request.infos, std::move(data),
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
    arrival->gathered = [this, request = request.who, participants](const std::vector<Proc>& /*came*/,
                                                                    bool /*wantsMore*/, const Answer<void>& done) {
        m_host.connect(request.procs, request.infos,
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
    arrival->gathered = [this, request, participants = arrival->key.participants](
                            const std::vector<Proc>& /*came*/, bool /*wantsMore*/, const Answer<void>& done) {
        m_host.disconnect(request.procs, request.infos,
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

void Collectives::constructGroup(const Requester& who, const GroupRequest& request, Answer<GroupReply> answer)
{
    auto arrival = arrivalOf(CollectiveKind::ConstructGroup, who, {request.members, request.infos});
    if (!arrival)
        return answer(util::fail(std::move(arrival).error()));
    if (request.id.size() > kMaxGroupNameBytes)
        return answer(util::fail(Status::ErrBadParam,
                                 "the name of a group may have " + std::to_string(kMaxGroupNameBytes) + " bytes"));
    if (m_groups.contains(request.id))
        return answer(util::fail(groupExists(request.id)));
    if (m_groups.size() >= kMaxGroups)
        return answer(util::fail(Status::ErrOutOfResource, "there are too many groups"));

    arrival->key.name = request.id;
    arrival->absence = hasFlag(request.infos, keys::kGroupOptional) ? Absence::Excused : Absence::Fails;
    // The one flag that a round carries along: for groups, whether any member wants a context id.
    arrival->wantsMore = hasFlag(request.infos, keys::kGroupAssignContextId);
    arrival->answer = [this, id = request.id, answer = std::move(answer)](util::Result<void> result) {
        if (!result)
            return answer(util::fail(std::move(result).error()));
        const auto group = m_groups.find(id);
        if (group == m_groups.end())
            return answer(util::fail(Status::GroupMemberFailed, "the group " + id + " ended at once"));
        answer(GroupReply{group->second.members, group->second.contextId});
    };
    arrival->gathered = [this, id = request.id, participants = arrival->key.participants](
                            const std::vector<Proc>& came, bool wantsContext, const Answer<void>& done) {
        std::vector<Proc> members;
        for (const Proc& each : participants.all(m_jobs))
            if (!m_jobs.isHere(each) || std::ranges::binary_search(came, each))
                members.push_back(each);
        done(completeConstruct(id, std::move(members), wantsContext));
    };
    m_rounds.arrive(*std::move(arrival));
}

util::Result<void> Collectives::completeConstruct(const std::string& id, std::vector<Proc> members, bool wantsContext)
{
    const auto [group, isNew] = m_groups.try_emplace(id, Group{std::move(members), std::nullopt});
    if (!isNew)
        return util::fail(groupExists(id));
    if (wantsContext)
        group->second.contextId = m_nextContextId--;
    return util::ok();
}

void Collectives::destructGroup(const Requester& who, const GroupRequest& request, Answer<void> answer)
{
    // Libraries of 4.x do not name the members; those who met by invitation are known by their own list only.
    const std::vector<Proc>* known = groupMembers(request.id);
    if (known == nullptr && request.members.empty())
        return answer(util::fail(Status::ErrNotFound, "there is no group " + request.id));
    auto arrival =
        arrivalOf(CollectiveKind::DestructGroup, who, {known != nullptr ? *known : request.members, request.infos});
    if (!arrival)
        return answer(util::fail(std::move(arrival).error()));
    // Members may end, or leave, while others wait: the name alone tells which group it is.
    if (known != nullptr)
        arrival->key = destructKey(request.id);
    arrival->absence = Absence::Excused;
    arrival->answer = std::move(answer);
    arrival->gathered = [this, id = request.id](const std::vector<Proc>& /*came*/, bool /*wantsMore*/,
                                                const Answer<void>& done) {
        m_groups.erase(id);
        done(util::ok());
    };
    m_rounds.arrive(*std::move(arrival));
}

void Collectives::leaveGroup(const Requester& who, const std::string& id, Answer<void> answer)
{
    const auto group = m_groups.find(id);
    if (group == m_groups.end())
        return answer(util::fail(Status::ErrNotFound, "there is no group " + id));
    if (std::erase(group->second.members, who.proc()) == 0)
        return answer(util::fail(Status::ErrBadParam, toString(who.proc()) + " is no member of " + id));
    if (group->second.members.empty())
        m_groups.erase(group);
    m_rounds.excuse(destructKey(id), who.proc());
    answer(util::ok());
}

std::vector<std::string> Collectives::groupNames() const
{
    std::vector<std::string> names;
    for (const auto& [name, group] : m_groups)
        names.push_back(name);
    return names;
}

const std::vector<Proc>* Collectives::groupMembers(const std::string& id) const
{
    const auto group = m_groups.find(id);
    return group == m_groups.end() ? nullptr : &group->second.members;
}

// ---- Who goes

void Collectives::dropPeer(PeerId peer)
{
    m_rounds.dropPeer(peer);
}

Departure Collectives::processEnded(const Proc& proc)
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
    for (auto& [name, group] : m_groups)
        if (std::erase(group.members, proc) != 0 && !group.members.empty())
            departure.groups.emplace(name, group.members);
    std::erase_if(m_groups, [](const auto& each) { return each.second.members.empty(); });
    m_rounds.processEnded(proc);
    return departure;
}

} // namespace dbgr::pmix

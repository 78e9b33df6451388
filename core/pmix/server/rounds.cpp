// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/rounds.h"

#include <algorithm>

namespace dbgr::pmix {

namespace {

/// Whether it makes the participants belong together: then one that came and has ended since is missing, too.
bool staysTogether(CollectiveKind kind)
{
    return kind == CollectiveKind::Connect || kind == CollectiveKind::ConstructGroup;
}

} // namespace

bool Rounds::Round::awaits(const Proc& proc) const
{
    return leaders == 0 ? missing.contains(proc) : !isComplete() && std::ranges::count(gathering.came, proc) == 0;
}

util::Error Rounds::lost(const Proc& proc, CollectiveKind kind)
{
    const bool isGroup = kind == CollectiveKind::ConstructGroup || kind == CollectiveKind::DestructGroup;
    return util::Error{isGroup ? Status::GroupMemberFailed : Status::ErrLostConnection,
                       toString(proc) + " ended before it joined the others",
                       {}};
}

void Rounds::arrive(Arrival arrival)
{
    if (m_perPeer[arrival.who.id] >= kMaxPerPeer)
        return arrival.answer(
            util::fail(Status::ErrOutOfResource, toString(arrival.who.proc()) + " waits for too many collectives"));
    auto round = openRound(arrival);
    if (round == m_rounds.end()) {
        const auto begun = newRound(arrival);
        if (!begun)
            return arrival.answer(util::fail(begun.error()));
        round = *begun;
    }
    if (round->second.leaders != arrival.leaders)
        return arrival.answer(util::fail(Status::ErrBadParam, "others say that " +
                                                                  std::to_string(round->second.leaders) +
                                                                  " leaders make the group " + arrival.key.name));
    ++m_perPeer[arrival.who.id];

    Round& state = round->second;
    limit(round, arrival);
    state.missing.erase(arrival.who.proc());
    state.gathering.came.push_back(arrival.who.proc());
    if (!arrival.brings.empty())
        state.gathering.brought[arrival.who.proc()] = std::move(arrival.brings);
    state.waiting.push_back(Waiting{arrival.who.id, std::move(arrival.answer)});
    state.gathering.wantsMore = state.gathering.wantsMore || arrival.wantsMore;
    state.gathered = std::move(arrival.gathered);
    if (state.isComplete())
        finishGathering(Id(round->first));
}

/// The oldest round that still waits for this process.
Rounds::Table::iterator Rounds::openRound(const Arrival& arrival)
{
    for (auto each = m_rounds.lower_bound(Id(arrival.key, 0));
         each != m_rounds.end() && each->first.first == arrival.key; ++each)
        if (each->second.awaits(arrival.who.proc()))
            return each;
    return m_rounds.end();
}

/// Only here are those who have ended already; of those who end later processEnded() tells.
util::Result<Rounds::Table::iterator> Rounds::newRound(const Arrival& arrival)
{
    Round round;
    for (const Proc& each : arrival.here()) {
        if (!m_hasEnded(each))
            round.missing.insert(each);
        else if (arrival.absence == Absence::Fails)
            return util::fail(lost(each, arrival.key.kind));
    }
    round.leaders = arrival.leaders;
    round.absence = arrival.absence;
    return m_rounds.emplace(Id(arrival.key, m_nextNumber++), std::move(round)).first;
}

/// The earliest deadline of all who wait holds.
void Rounds::limit(Table::iterator round, const Arrival& arrival)
{
    if (!arrival.limit)
        return;
    const util::TimePoint deadline = m_scheduler.now() + *arrival.limit;
    Round& state = round->second;
    if (state.gathering.deadline && *state.gathering.deadline <= deadline)
        return;
    state.gathering.deadline = deadline;
    state.timer = m_scheduler.after(*arrival.limit, [this, id = Id(round->first)] {
        end(id, util::fail(Status::ErrTimeout, "not all participants came in time"));
    });
}

void Rounds::finishGathering(const Id& id)
{
    const auto round = m_rounds.find(id);
    if (round == m_rounds.end())
        return;
    Round& state = round->second;
    const auto gathered = std::move(state.gathered);
    Gathered gathering = state.gathering; // the round stays, and may end inside the call
    std::ranges::sort(gathering.came);
    gathered(gathering, m_lifetime.guard([this, id](const util::Result<void>& result) { end(id, result); }));
}

void Rounds::end(const Id& id, const util::Result<void>& result)
{
    const auto taken = m_rounds.extract(id);
    if (taken.empty())
        return;
    for (const Waiting& each : taken.mapped().waiting)
        if (const auto count = m_perPeer.find(each.peer); count != m_perPeer.end() && --count->second == 0)
            m_perPeer.erase(count);
    for (const Waiting& each : taken.mapped().waiting)
        each.answer(result);
}

void Rounds::dropPeer(PeerId peer)
{
    if (m_perPeer.erase(peer) == 0)
        return;
    for (auto& [id, round] : m_rounds)
        std::erase_if(round.waiting, [&](const Waiting& each) { return each.peer == peer; });
}

void Rounds::excuse(const RoundKey& key, const Proc& proc)
{
    std::vector<Id> complete;
    for (auto each = m_rounds.lower_bound(Id(key, 0)); each != m_rounds.end() && each->first.first == key; ++each)
        if (each->second.missing.erase(proc) == 1 && each->second.missing.empty())
            complete.push_back(each->first);
    for (const Id& id : complete)
        finishGathering(id);
}

void Rounds::processFinalized(const Proc& proc)
{
    std::vector<Id> complete;
    for (auto& [id, round] : m_rounds) {
        if (round.absence == Absence::Fails)
            continue;
        std::erase(round.gathering.came, proc);
        round.gathering.brought.erase(proc);
        if (round.missing.erase(proc) == 1 && round.missing.empty())
            complete.push_back(id);
    }
    for (const Id& id : complete)
        finishGathering(id);
}

void Rounds::processEnded(const Proc& proc)
{
    std::vector<Id> failed;
    for (const auto& [id, round] : m_rounds) {
        const bool hasLeft = staysTogether(id.first.kind) && std::ranges::count(round.gathering.came, proc) != 0;
        if (round.absence == Absence::Fails && (hasLeft || round.missing.contains(proc)))
            failed.push_back(id);
    }
    for (const Id& id : failed)
        end(id, util::fail(lost(proc, id.first.kind)));
    processFinalized(proc);
}

} // namespace dbgr::pmix

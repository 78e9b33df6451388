// SPDX-License-Identifier: BSD-3-Clause
#include "session/process_table.h"

#include "util/thread_check.h"

#include <algorithm>

namespace dbgr::session {

using util::Rank;
using util::RankSet;

const char* name(RankState state)
{
    switch (state) {
    case RankState::Starting:
        return "starting";
    case RankState::Held:
        return "held";
    case RankState::Running:
        return "running";
    case RankState::Stopped:
        return "stopped";
    case RankState::Crashed:
        return "crashed";
    case RankState::Ended:
        return "ended";
    case RankState::Lost:
        return "lost";
    case RankState::Detached:
        return "detached";
    }
    return "unknown";
}

void ProcessTable::reset(const std::vector<RankPlace>& ranks)
{
    m_records.clear();
    m_held = {};
    m_onHold = {};
    m_silent = {};
    m_byState = {};
    std::vector<RankSet::Interval> known;
    for (const RankPlace& place : ranks) {
        const std::size_t index = place.rank.value();
        if (index >= kMaxRanks)
            continue;
        if (index >= m_records.size())
            m_records.resize(index + 1);
        RankRecord& row = m_records[index];
        row.host = place.host;
        row.pid = place.pid;
        row.executable = place.executable;
        known.push_back({place.rank.value(), place.rank.value()});
    }
    m_all = RankSet::fromIntervals(std::move(known));
    ++m_generation;
    ++m_placesGeneration;
    move(m_all, RankState::Starting);
}

const RankRecord& ProcessTable::at(Rank rank) const
{
    DBGR_ASSERT(m_all.contains(rank));
    return m_records[rank.value()];
}

const RankSet& ProcessTable::inState(RankState state) const
{
    return m_byState[static_cast<std::size_t>(state)];
}

RankSet ProcessTable::standing() const
{
    return inState(RankState::Held) | inState(RankState::Stopped) | inState(RankState::Crashed);
}

RankSet ProcessTable::unsettled() const
{
    return inState(RankState::Starting) | inState(RankState::Running);
}

RankSet ProcessTable::controlled() const
{
    return standing() | inState(RankState::Running);
}

RankSet ProcessTable::changedSince(std::uint64_t generation, const RankSet& ranks) const
{
    std::vector<RankSet::Interval> changed;
    (ranks & m_all).forEach([&](Rank rank) {
        if (m_records[rank.value()].changed > generation)
            changed.push_back({rank.value(), rank.value()});
    });
    return RankSet::fromIntervals(std::move(changed));
}

RankSet ProcessTable::hold(const RankSet& ranks)
{
    m_held |= ranks & (m_all - inState(RankState::Ended));
    const RankSet standingNow = ranks & inState(RankState::Stopped);
    ++m_generation;
    move(standingNow, RankState::Held);
    return ranks & m_all;
}

RankSet ProcessTable::putOnHold(const RankSet& ranks)
{
    const RankSet added = (ranks & controlled()) - m_onHold;
    m_onHold |= added;
    return added;
}

RankSet ProcessTable::takeOffHold(const RankSet& ranks)
{
    const RankSet taken = ranks & m_onHold;
    m_onHold -= taken;
    return taken;
}

RankSet ProcessTable::silent(const RankSet& ranks, bool are)
{
    const RankSet changed = are ? (ranks & (standing() | unsettled())) - m_silent : ranks & m_silent;
    are ? m_silent |= changed : m_silent -= changed;
    return changed;
}

void ProcessTable::unhold(const RankSet& ranks)
{
    m_held -= ranks;
}

RankSet ProcessTable::attached(const debug::RanksAttached& event)
{
    RankSet changed;
    for (const debug::AttachedRank& rank : event.ranks) {
        if (!m_all.contains(rank.rank))
            continue;
        RankRecord& row = record(rank.rank);
        m_placesGeneration += row.host != event.host || row.executable != rank.executable ? 1 : 0;
        row.host = event.host;
        row.pid = rank.pid;
        row.executable = rank.executable;
        changed.insert(rank.rank);
    }
    return changed;
}

RankSet ProcessTable::expectAgain()
{
    const RankSet ranks = inState(RankState::Lost);
    ++m_generation;
    move(ranks, RankState::Starting);
    ranks.forEach([&](Rank rank) {
        record(rank).stopId = {}; // another daemon counts from the beginning
        record(rank).problem.clear();
    });
    return ranks;
}

RankSet ProcessTable::attachFailed(const debug::AttachFailed& event)
{
    return leaveUs(event.ranks & inState(RankState::Starting), RankState::Detached, event.error.message());
}

RankSet ProcessTable::stopped(debug::StopGroup& group)
{
    const RankSet ours = m_all - inState(RankState::Ended) - inState(RankState::Lost) - inState(RankState::Detached);
    const auto cause = std::make_shared<const debug::StopCause>(group.cause);
    RankSet news;
    for (const auto& [ranks, stopId] : group.stopIds) {
        std::vector<RankSet::Interval> newer;
        (ranks & ours).forEach([&, id = stopId](Rank rank) {
            RankRecord& row = record(rank);
            if (id <= row.stopId)
                return;
            row.stopId = id;
            row.stop = cause;
            if (cause->reason == debug::StopReason::Exec && !cause->description.empty()) {
                row.executable = cause->description;
                ++m_placesGeneration;
            }
            newer.push_back({rank.value(), rank.value()});
        });
        news |= RankSet::fromIntervals(std::move(newer));
    }
    group = debug::restricted(std::move(group), news);
    ++m_generation;
    move(news & m_held, standingState(cause.get(), true));
    move(news - m_held, standingState(cause.get(), false));
    return news;
}

RankSet ProcessTable::placed(const debug::StopGroup& group)
{
    const auto cause = std::make_shared<const debug::StopCause>(group.cause);
    RankSet placed;
    for (const auto& [ranks, stopId] : group.stopIds) {
        (ranks & standing()).forEach([&, id = stopId](Rank rank) {
            RankRecord& row = record(rank);
            if (id != row.stopId || !row.stop || row.stop->isPlaced())
                return;
            row.stop = cause;
            placed.insert(rank);
        });
    }
    return placed;
}

RankSet ProcessTable::resumed(const RankSet& ranks)
{
    const RankSet moving = ranks & (standing() | inState(RankState::Starting));
    ++m_generation;
    move(moving, RankState::Running);
    return moving;
}

RankSet ProcessTable::exited(const RankSet& ranks, std::optional<RankExit> exit)
{
    const RankSet ending = ranks & (m_all - inState(RankState::Ended));
    ++m_generation;
    move(ending, RankState::Ended);
    m_held -= ending;
    m_onHold -= ending;
    m_silent -= ending;
    ending.forEach([&](Rank rank) { record(rank).exit = exit; });
    return ending;
}

RankSet ProcessTable::lost(const RankSet& ranks, const std::string& problem)
{
    return leaveUs(ranks & (standing() | unsettled()), RankState::Lost, problem);
}

RankSet ProcessTable::detached(const RankSet& ranks)
{
    m_held -= ranks;
    return leaveUs(ranks & (standing() | unsettled()), RankState::Detached, {});
}

RankSet ProcessTable::standAgain(const RankSet& ranks, std::uint64_t generation)
{
    const RankSet quiet = ranks - changedSince(generation, ranks);
    const RankSet back = quiet & inState(RankState::Running);
    ++m_generation;
    moveToStanding(back);
    return back;
}

RankState ProcessTable::standingState(const debug::StopCause* cause, bool held)
{
    if (cause && cause->isCrash())
        return RankState::Crashed;
    return held ? RankState::Held : RankState::Stopped;
}

RankSet ProcessTable::leaveUs(const RankSet& ranks, RankState state, const std::string& problem)
{
    ++m_generation;
    move(ranks, state);
    m_onHold -= ranks;
    m_silent -= ranks;
    ranks.forEach([&](Rank rank) { record(rank).problem = problem; });
    return ranks;
}

void ProcessTable::move(const RankSet& ranks, RankState state)
{
    if (ranks.empty())
        return;
    for (RankSet& set : m_byState)
        set -= ranks;
    m_byState[static_cast<std::size_t>(state)] |= ranks;
    ranks.forEach([&](Rank rank) {
        RankRecord& row = record(rank);
        row.state = state;
        row.changed = m_generation;
    });
}

void ProcessTable::moveToStanding(const RankSet& ranks)
{
    std::array<std::vector<RankSet::Interval>, kRankStates> byState;
    ranks.forEach([&](Rank rank) {
        const RankState state = standingState(record(rank).stop.get(), m_held.contains(rank));
        byState[static_cast<std::size_t>(state)].push_back({rank.value(), rank.value()});
    });
    for (std::size_t state = 0; state < kRankStates; ++state)
        move(RankSet::fromIntervals(std::move(byState[state])), static_cast<RankState>(state));
}

} // namespace dbgr::session

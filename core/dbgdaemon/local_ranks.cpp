// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/local_ranks.h"

#include "util/overloaded.h"

namespace dbgr::daemon {

namespace {

bool isBusy(LocalRanks::State state)
{
    return state == LocalRanks::State::Attaching || state == LocalRanks::State::Running;
}

} // namespace

void LocalRanks::add(util::Rank rank, util::Pid pid)
{
    if (m_entries.try_emplace(rank, Entry{pid, State::Attaching}).second) {
        m_all.insert(rank);
        ++m_busy;
    }
}

bool LocalRanks::note(const EngineEvent& event)
{
    return std::visit(
        util::Overloaded{
            [this](const debug::AttachedRank& attached) { return change(attached.rank, State::Attaching); },
            [this](const RankAttachFailed& failed) { return change(failed.rank, State::Gone); },
            [this](const debug::StopEvent& stop) { return change(stop.rank, State::Stopped); },
            [this](const RankResumed& resumed) { return change(resumed.rank, State::Running); },
            [this](const RankExited& exited) { return change(exited.rank, State::Gone); },
            [this](const RankDetached& detached) { return change(detached.rank, State::Gone); },
            [this](const RankLost& lost) { return change(lost.rank, State::Gone); },
            [](const debug::BreakpointChanged&) { return true; },
            [](const debug::EngineBusy&) { return true; },
            [](const debug::RankWarning&) { return true; },
            [](const debug::SignalsSeen&) { return true; },
            [](const debug::HitsPassed&) { return true; },
            [this](const debug::TraceRecord& record) { return m_all.contains(record.rank); },
        },
        event);
}

bool LocalRanks::change(util::Rank rank, State state)
{
    const auto at = m_entries.find(rank);
    if (at == m_entries.end() || at->second.state == State::Gone)
        return false;
    m_busy -= isBusy(at->second.state) ? 1 : 0;
    at->second.state = state;
    m_busy += isBusy(state) ? 1 : 0;
    m_gone += state == State::Gone ? 1 : 0;
    return true;
}

std::optional<util::Pid> LocalRanks::pidOf(util::Rank rank) const
{
    const auto at = m_entries.find(rank);
    return at == m_entries.end() ? std::nullopt : std::optional(at->second.pid);
}

std::optional<LocalRanks::State> LocalRanks::stateOf(util::Rank rank) const
{
    const auto at = m_entries.find(rank);
    return at == m_entries.end() ? std::nullopt : std::optional(at->second.state);
}

} // namespace dbgr::daemon

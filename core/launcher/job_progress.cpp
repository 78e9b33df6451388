// SPDX-License-Identifier: BSD-3-Clause
#include "launcher/job_progress.h"

#include <algorithm>
#include <utility>

namespace dbgr::launcher {

JobProgress::JobProgress(std::uint32_t processes, const HoldSpec& hold) : m_ranks(processes)
{
    for (std::uint32_t i = 0; i < processes; ++i)
        m_ranks[i].held = hold.holds(util::Rank(i));
}

void JobProgress::started(util::Rank rank)
{
    if (std::exchange(at(rank).stage, Stage::Started) == Stage::Prepared)
        ++m_started;
}

void JobProgress::connected(util::Rank rank)
{
    RankState& state = at(rank);
    if (!std::exchange(state.everConnected, true))
        ++m_connected;
    state.hasFinalized = false; // it may have done so before
    if (state.stage < Stage::Exited)
        state.stage = Stage::Connected;
}

void JobProgress::finalized(util::Rank rank)
{
    RankState& state = at(rank);
    state.hasFinalized = true;
    if (state.stage < Stage::Exited)
        state.stage = Stage::Finalized;
}

void JobProgress::waiting(util::Rank rank)
{
    at(rank).waiting = at(rank).stage < Stage::Exited;
}

void JobProgress::released(const util::RankSet& ranks)
{
    for (std::uint32_t i = 0; i < size(); ++i)
        if (ranks.contains(util::Rank(i)))
            m_ranks[i].held = m_ranks[i].waiting = false;
}

void JobProgress::exited(util::Rank rank)
{
    RankState& state = at(rank);
    if (state.stage >= Stage::Exited)
        return;
    if (state.stage == Stage::Prepared) // it could not be started
        ++m_started;
    state.stage = Stage::Exited;
    state.held = state.waiting = false;
    ++m_exited;
}

void JobProgress::gone(util::Rank rank)
{
    exited(rank);
    if (std::exchange(at(rank).stage, Stage::Gone) != Stage::Gone)
        ++m_gone;
}

bool JobProgress::othersConnected(util::Rank rank) const
{
    return m_connected > (at(rank).everConnected ? 1U : 0U);
}

bool JobProgress::takeReadyForDebug()
{
    if (m_readyTaken || !allStarted())
        return false;
    bool any = false;
    for (const RankState& state : m_ranks) {
        if (state.held && !state.waiting)
            return false;
        any = any || state.waiting;
    }
    m_readyTaken = any;
    return any;
}

bool JobProgress::holdsAny() const
{
    return std::any_of(m_ranks.begin(), m_ranks.end(), [](const RankState& state) { return state.held; });
}

util::RankSet JobProgress::waitingRanks() const
{
    util::RankSet ranks;
    for (std::uint32_t i = 0; i < size(); ++i)
        if (m_ranks[i].waiting)
            ranks.insert(util::Rank(i));
    return ranks;
}

} // namespace dbgr::launcher

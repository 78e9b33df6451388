// SPDX-License-Identifier: BSD-3-Clause
#include "session/focus.h"

#include <utility>

namespace dbgr::session {

using util::RankSet;

void Focus::set(RankSet ranks)
{
    m_ranks = std::move(ranks);
    if (m_chosen && !m_ranks.contains(*m_chosen))
        m_chosen.reset();
}

void Focus::forgetJob(const RankSet& all)
{
    if (m_ranks.empty())
        return; // that job never had ranks: what was chosen before it is still meant
    m_lastRanks = m_ranks == all ? RankSet() : std::move(m_ranks);
    m_lastChosen = m_chosen;
    set({});
}

void Focus::beginJob(const RankSet& all)
{
    const RankSet kept = m_lastRanks & all;
    set(kept.empty() ? all : kept);
    if (m_lastChosen && m_ranks.contains(*m_lastChosen))
        m_chosen = m_lastChosen;
}

std::optional<util::Rank> Focus::leader(const RankSet& standing) const
{
    if (m_chosen && standing.contains(*m_chosen))
        return m_chosen;
    if (const auto lowest = (m_ranks & standing).lowest())
        return lowest;
    return m_chosen ? m_chosen : m_ranks.lowest();
}

} // namespace dbgr::session

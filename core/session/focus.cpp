// SPDX-License-Identifier: BSD-3-Clause
#include "session/focus.h"

#include <utility>

namespace dbgr::session {

void Focus::set(util::RankSet ranks)
{
    m_ranks = std::move(ranks);
    if (m_chosen && !m_ranks.contains(*m_chosen))
        m_chosen.reset();
}

std::optional<util::Rank> Focus::leader(const util::RankSet& standing) const
{
    if (m_chosen && standing.contains(*m_chosen))
        return m_chosen;
    if (const auto lowest = (m_ranks & standing).lowest())
        return lowest;
    return m_chosen ? m_chosen : m_ranks.lowest();
}

} // namespace dbgr::session

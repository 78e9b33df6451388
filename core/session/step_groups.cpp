// SPDX-License-Identifier: BSD-3-Clause
#include "session/step_groups.h"

namespace dbgr::session {

using util::RankSet;

void StepGroups::begin(const RankSet& ranks, util::Rank leader, const debug::Step& what)
{
    leave(ranks);
    m_groups.push_back(std::make_unique<StepTogether>(m_parts, ranks, leader, what));
}

RankSet StepGroups::ranks() const
{
    RankSet ranks;
    for (const auto& group : m_groups)
        ranks |= group->ranks();
    return ranks;
}

RankSet StepGroups::take(const debug::StopGroup& stop)
{
    RankSet kept;
    for (const auto& group : m_groups)
        kept |= group->take(stop);
    dropEnded();
    return kept;
}

void StepGroups::leave(const RankSet& ranks)
{
    for (const auto& group : m_groups)
        group->leave(ranks);
    dropEnded();
}

void StepGroups::dropEnded()
{
    std::erase_if(m_groups, [](const auto& group) { return group->ranks().empty(); });
}

} // namespace dbgr::session

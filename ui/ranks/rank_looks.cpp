// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/rank_looks.h"

#include <algorithm>

namespace dbgr::ui {

using util::RankSet;

void RankLooks::reset(const session::ProcessTable& processes)
{
    m_byRank.clear();
    m_byLook = {};
    const auto& intervals = processes.all().intervals();
    if (!intervals.empty())
        m_byRank.assign(std::size_t(intervals.back().last) + 1, RankLook::Starting);
    update(processes, processes.all());
}

void RankLooks::update(const session::ProcessTable& processes, const RankSet& changed)
{
    const RankSet known = changed & processes.all();
    for (RankSet& ranks : m_byLook)
        ranks -= known;
    for (std::size_t i = 0; i < session::kRankStates; ++i) {
        const auto state = static_cast<session::RankState>(i);
        const RankSet now = known & processes.inState(state);
        if (now.empty())
            continue;
        if (state != session::RankState::Ended) {
            set(now, lookOf(processes.at(*now.lowest())));
            continue;
        }
        std::vector<RankSet::Interval> bad;
        now.forEach([&](util::Rank rank) {
            if (lookOf(processes.at(rank)) == RankLook::EndedBadly)
                bad.push_back({rank.value(), rank.value()});
        });
        const RankSet badly = RankSet::fromIntervals(std::move(bad));
        set(badly, RankLook::EndedBadly);
        set(now - badly, RankLook::Ended);
    }
}

void RankLooks::set(const RankSet& ranks, RankLook look)
{
    for (const RankSet::Interval& interval : ranks.intervals())
        std::fill(m_byRank.begin() + interval.first, m_byRank.begin() + interval.last + 1, look);
    m_byLook[static_cast<std::size_t>(look)] |= ranks;
}

} // namespace dbgr::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/rank_looks.h"

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
    std::array<std::vector<RankSet::Interval>, kRankLooks.size()> now;
    const RankSet known = changed & processes.all();
    known.forEach([&](util::Rank rank) {
        if (rank.value() >= m_byRank.size())
            return;
        const RankLook look = lookOf(processes.at(rank));
        m_byRank[rank.value()] = look;
        auto& intervals = now[static_cast<std::size_t>(look)];
        if (!intervals.empty() && intervals.back().last + 1 == rank.value())
            intervals.back().last = rank.value();
        else
            intervals.push_back({rank.value(), rank.value()});
    });
    for (std::size_t i = 0; i < now.size(); ++i) {
        m_byLook[i] -= known;
        m_byLook[i] |= RankSet::fromIntervals(std::move(now[i]));
    }
}

} // namespace dbgr::ui

// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/rank_routes.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace dbgr::session {

using Interval = util::RankSet::Interval;

void RankRoutes::assign(const util::RankSet& ranks, util::NodeId node)
{
    for (const Interval& interval : ranks.intervals()) {
        cut(interval);
        m_ways.emplace(interval.first, Way{interval.last, node});
    }
}

void RankRoutes::remove(const util::RankSet& ranks)
{
    for (const Interval& interval : ranks.intervals())
        cut(interval);
}

/// Nothing leads anywhere between its ends; what reached over them is shorter.
void RankRoutes::cut(Interval interval)
{
    auto at = m_ways.lower_bound(interval.first);
    if (at != m_ways.begin()) {
        Way& before = std::prev(at)->second;
        if (before.last > interval.last)
            at = m_ways.emplace_hint(at, interval.last + 1, before);
        if (before.last >= interval.first)
            before.last = interval.first - 1;
    }
    while (at != m_ways.end() && at->first <= interval.last) {
        const Way way = at->second;
        at = m_ways.erase(at);
        if (way.last > interval.last)
            at = m_ways.emplace_hint(at, interval.last + 1, way);
    }
}

std::vector<RankRoutes::Part> RankRoutes::split(const util::RankSet& ranks) const
{
    std::vector<std::pair<util::NodeId, Interval>> pieces;
    for (const Interval& asked : ranks.intervals()) {
        auto at = m_ways.upper_bound(asked.first);
        if (at != m_ways.begin())
            --at;
        for (; at != m_ways.end() && at->first <= asked.last; ++at)
            if (at->second.last >= asked.first)
                pieces.emplace_back(at->second.node,
                                    Interval{std::max(at->first, asked.first), std::min(at->second.last, asked.last)});
    }
    std::ranges::stable_sort(pieces, {}, &std::pair<util::NodeId, Interval>::first);
    std::vector<Part> parts;
    std::vector<Interval> intervals;
    for (auto at = pieces.begin(); at != pieces.end(); ++at) {
        intervals.push_back(at->second);
        if (std::next(at) == pieces.end() || std::next(at)->first != at->first)
            parts.push_back({at->first, util::RankSet::fromIntervals(std::exchange(intervals, {}))});
    }
    return parts;
}

} // namespace dbgr::session

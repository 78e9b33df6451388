// SPDX-License-Identifier: BSD-3-Clause
// To which node the questions to each rank go. Pure. Thread: any; a value.
#pragma once

#include "util/ids.h"
#include "util/rank_set.h"

#include <cstdint>
#include <map>
#include <vector>

namespace dbgr::session {

/// Cost follows what is asked about: the intervals of a set, and the pieces into which nodes cut it, whatever else
/// there is.
class RankRoutes
{
public:
    struct Part
    {
        util::NodeId node;
        util::RankSet ranks; ///< never none
        friend bool operator==(const Part&, const Part&) = default;
    };

    /// From now on these lead to that node, wherever they led before.
    void assign(const util::RankSet& ranks, util::NodeId node);
    /// These lead nowhere.
    void remove(const util::RankSet& ranks);
    /// What each node has of `ranks`, ascending by node; those that lead nowhere are in no part.
    [[nodiscard]] std::vector<Part> split(const util::RankSet& ranks) const;

private:
    struct Way
    {
        std::uint32_t last; ///< of the interval; its first is the key
        util::NodeId node;
    };
    void cut(util::RankSet::Interval interval);

    std::map<std::uint32_t, Way> m_ways; ///< disjoint intervals
};

} // namespace dbgr::session

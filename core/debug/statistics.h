// SPDX-License-Identifier: BSD-3-Clause
// What the numbers of some ranks are like: counted, and summed up next to them; nothing of the numbers themselves
// travels. Thread: any; values and plain functions.
#pragma once

#include "util/rank_set.h"

#include <cstdint>
#include <string>
#include <vector>

namespace dbgr::debug {

/// Of ranks in which all of it is the same. Infinite numbers count for lowest and highest only, NaNs for neither.
struct StatisticsGroup
{
    util::RankSet ranks;
    std::string type;
    std::uint64_t count = 0; ///< of all elements, in each rank
    std::uint64_t nans = 0;
    std::uint64_t infinities = 0;
    std::string lowest, highest;     ///< with all digits; "" there is none
    std::string lowestAt, highestAt; ///< subscripts of the first such element: "(2,1)", "[0][3]"; "" of a scalar
    double mean = 0;                 ///< of the finite numbers; 0 if there are none, as is the next one
    double deviation = 0;            ///< of the numbers themselves: the sum of squares is divided by how many there are
    std::string problem = {};        ///< why there is nothing else

    [[nodiscard]] std::uint64_t finite() const { return count - nans - infinities; }
    [[nodiscard]] bool sameAs(const StatisticsGroup& other) const;
};

/// Of all ranks together.
struct WholeStatistics
{
    StatisticsGroup all; ///< `ranks` are those that have numbers; without a type
    util::RankSet lowestIn, highestIn;
};

/// Groups with a problem are left out. Counts end at 2^64 - 1.
[[nodiscard]] WholeStatistics wholeOf(const std::vector<StatisticsGroup>& groups);

/// Whether one number is below another, both as texts; integers of any length exactly. What is no number is below
/// nothing.
[[nodiscard]] bool isBelow(const std::string& number, const std::string& other);

} // namespace dbgr::debug

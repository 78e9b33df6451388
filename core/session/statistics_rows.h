// SPDX-License-Identifier: BSD-3-Clause
// Statistics of ranks as the rows of a table, for every face. Pure. Thread: any.
#pragma once

#include "debug/statistics.h"
#include "util/rank_set.h"

#include <string>
#include <vector>

namespace dbgr::session {

/// Texts; "-" where there is no number.
struct StatisticsRow
{
    util::RankSet ranks;
    bool isWhole = false; ///< of all ranks together
    std::string count, nans, infinities;
    std::string lowest, highest; ///< "99 at (100)"; of the whole "99 in [0-2] at (100)"
    std::string mean, deviation;
    std::string problem; ///< why there is nothing else
};

/// Ranks that are alike in one row, then one of all together where there are several, then those with a problem.
/// \param allDigits of numbers, rather than those that are easily read
[[nodiscard]] std::vector<StatisticsRow> statisticsRows(const std::vector<debug::StatisticsGroup>& groups,
                                                        bool allDigits);

} // namespace dbgr::session

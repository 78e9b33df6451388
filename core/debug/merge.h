// SPDX-License-Identifier: BSD-3-Clause
// Pure merges: what many ranks or many daemons say, as one answer. Order of merging does not matter. Thread: any.
#pragma once

#include "debug/engine_reply.h"
#include "debug/stop.h"

#include <vector>

namespace dbgr::debug {

/// Stops with the same cause become one group; groups in the order of their lowest rank.
[[nodiscard]] std::vector<StopGroup> groupStops(const std::vector<StopEvent>& stops);
[[nodiscard]] std::vector<StopGroup> mergeStopGroups(std::vector<StopGroup> groups);

/// Equal values (text, content, type and problem) become one group; in the order of their lowest rank.
[[nodiscard]] std::vector<ValueGroup> mergeValues(std::vector<ValueGroup> values);

/// Equal changes become one group; in the order of their lowest rank.
[[nodiscard]] std::vector<ChangeGroup> mergeChanges(std::vector<ChangeGroup> changes);
[[nodiscard]] std::vector<Description> mergeDescriptions(std::vector<Description> descriptions);
[[nodiscard]] std::vector<StatisticsGroup> mergeStatistics(std::vector<StatisticsGroup> statistics);

/// Ranks that failed the same way become one entry.
[[nodiscard]] std::vector<RankFailure> mergeFailures(std::vector<RankFailure> failures);

} // namespace dbgr::debug

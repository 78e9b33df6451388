// SPDX-License-Identifier: BSD-3-Clause
// The statistics of one rank's numbers, with their ends written out and where these are. Way: engine -> here ->
// statisticsOf(). Thread: as ValueReader.
#pragma once

#include "debug/statistics.h"
#include "util/result.h"
#include "values/expr/answer.h"
#include "values/value/value_reader.h"

namespace dbgr::values {

/// All but the ranks. \param language of what was computed \errors as statisticsOf()
[[nodiscard]] util::Result<debug::StatisticsGroup> describeStatistics(ValueReader& reader, const Answer& numbers,
                                                                      Language language);

} // namespace dbgr::values

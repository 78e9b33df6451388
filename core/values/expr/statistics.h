// SPDX-License-Identifier: BSD-3-Clause
// What an array of any size is like, in one pass and without keeping it. Way: engine -> here -> ValueReader.
// Thread: as ValueReader.
#pragma once

#include "util/result.h"
#include "values/expr/answer.h"
#include "values/value/value_reader.h"

#include <cstdint>
#include <optional>

namespace dbgr::values {

/// Infinite elements count for min and max, and not for the rest; NaNs for nothing but their number.
struct ArrayStatistics
{
    std::uint64_t count = 0; ///< of all elements
    std::uint64_t nans = 0;
    std::uint64_t infinities = 0;
    long double min = 0, max = 0; ///< NaN if there is no element that counts; so are the next ones
    long double sum = 0, mean = 0;
    long double standardDeviation = 0; ///< of the elements themselves: the sum of squares divided by their number
    std::optional<std::uint64_t> minAt, maxAt; ///< the first such element, in memory's order of subscripts
};

/// Of integers and reals, of one alone, too. \errors those of ValueReader; Wrong for what is neither
[[nodiscard]] util::Result<ArrayStatistics> statisticsOf(ValueReader& reader, const Answer& numbers);

} // namespace dbgr::values

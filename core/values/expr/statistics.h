// SPDX-License-Identifier: BSD-3-Clause
// What an array of any size is like, in one pass and without keeping it. Way: engine -> here -> ValueReader.
// Thread: as ValueReader.
#pragma once

#include "util/result.h"
#include "values/value/value_reader.h"

#include <cstdint>

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
};

/// Of integers and reals. \errors those of ValueReader; Wrong for other elements and for what is no array
[[nodiscard]] util::Result<ArrayStatistics> statisticsOf(ValueReader& reader, const Value& array);

} // namespace dbgr::values

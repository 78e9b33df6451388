// SPDX-License-Identifier: BSD-3-Clause
// What a value holds, as a hash that ranks are compared by: all bytes that count, and the structure that they are in.
// What is allocated, or pointed to by Fortran, is followed, and so are pointers to letters, which are shown as texts;
// any other pointer of C is its address. All NaN are alike. Thread: that of the reader.
#pragma once

#include "debug/content.h"
#include "values/value/value.h"
#include "values/value/value_reader.h"

#include <cstdint>

namespace dbgr::values {

/// By counts alone, never by time, so that the same part of equal values is compared in all ranks.
struct ContentLimits
{
    std::uint64_t bytes;
    std::uint32_t visits; ///< places in memory that are gone to: records, texts, nodes, arrays in arrays, ...
};

[[nodiscard]] debug::Content contentOf(ValueReader& reader, const Value& value, const ContentLimits& limits);

} // namespace dbgr::values

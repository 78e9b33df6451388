// SPDX-License-Identifier: BSD-3-Clause
// What ranks log at tracepoints: breakpoints at which they note values instead of stopping.
// Way: engine -> TraceRecord -> stop_coalescer -> RanksTraced -> dbgwire -> session. Thread: any; values.
#pragma once

#include "util/ids.h"

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace dbgr::debug {

/// How many expressions a tracepoint may have.
inline constexpr std::size_t kMostTraced = 32;

struct TracedValue
{
    std::string value;   ///< in one line, cut where it is long; numbers with all their digits
    std::string problem; ///< why there is no value; "" there is
    friend bool operator==(const TracedValue&, const TracedValue&) = default;
};

/// A rank has passed a tracepoint.
struct TraceRecord
{
    util::Rank rank;
    util::BreakpointId id;
    util::ThreadId thread;             ///< the system's number
    std::chrono::microseconds time{0}; ///< since 1970, by the clock of the rank's node
    std::vector<TracedValue> values;   ///< one for each of BreakpointSpec::traced as it was then
};

/// In the order in which each rank passed.
struct RanksTraced
{
    std::vector<TraceRecord> records;
};

} // namespace dbgr::debug

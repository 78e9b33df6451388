// SPDX-License-Identifier: GPL-3.0-or-later
// What ranks have logged of one expression, as points to be drawn. Pure. Thread: any.
#pragma once

#include "session/trace_store.h"
#include "util/ids.h"

#include <QPointF>

#include <cstddef>
#include <vector>

namespace dbgr::ui {

/// What values are drawn over.
enum class TraceAxis
{
    Time,  ///< seconds since the first record that is there, by the clock of each rank's node
    Visit, ///< how often the rank had come by, from 1, of the records that are there
    Rank   ///< of each rank only the latest value
};

struct TraceCurve
{
    util::Rank rank;
    std::vector<QPointF> points; ///< in the order of coming; never none
};

struct TraceCurves
{
    std::vector<TraceCurve> curves; ///< by rank
    std::size_t left = 0;           ///< values that are no finite numbers

    [[nodiscard]] bool empty() const { return curves.empty(); }
};

/// \param expression which of the tracepoint's
[[nodiscard]] TraceCurves curvesOf(const session::TraceStore& store, util::BreakpointId point, std::size_t expression,
                                   TraceAxis axis);

/// Numbers for an axis from `low` to `high`: multiples of 1, 2 or 5 with zeros, all between the two, at most `most`.
/// \pre low < high, both finite; most > 1
[[nodiscard]] std::vector<double> ticksBetween(double low, double high, int most);

} // namespace dbgr::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/traces/trace_curves.h"

#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace dbgr::ui {

namespace {

std::optional<double> numberOf(const debug::TracedValue& value)
{
    double number = 0;
    const char* const end = value.value.data() + value.value.size();
    const auto [last, error] = std::from_chars(value.value.data(), end, number);
    const bool isNumber = value.problem.empty() && error == std::errc() && last == end && std::isfinite(number);
    return isNumber ? std::optional(number) : std::nullopt;
}

} // namespace

TraceCurves curvesOf(const session::TraceStore& store, util::BreakpointId point, std::size_t expression, TraceAxis axis)
{
    TraceCurves all;
    std::map<util::Rank, std::vector<QPointF>> curves;
    std::map<util::Rank, double> visits;
    std::optional<std::chrono::microseconds> begin;
    for (const session::TraceStore::Row& row : store.rows()) {
        const debug::TraceRecord& record = row.record;
        if (record.id != point || expression >= record.values.size())
            continue;
        begin = begin.value_or(record.time);
        const double visit = ++visits[record.rank];
        const std::optional<double> value = numberOf(record.values[expression]);
        if (!value) {
            ++all.left;
            continue;
        }
        std::vector<QPointF>& points = curves[record.rank];
        if (axis == TraceAxis::Rank)
            points.clear();
        const double x = axis == TraceAxis::Time    ? std::chrono::duration<double>(record.time - *begin).count()
                         : axis == TraceAxis::Visit ? visit
                                                    : static_cast<double>(record.rank.value());
        points.emplace_back(x, *value);
    }
    for (auto& [rank, points] : curves)
        all.curves.push_back({rank, std::move(points)});
    return all;
}

std::vector<double> ticksBetween(double low, double high, int most)
{
    constexpr double kNearly = 1e-9; // what sums of such numbers are wrong by
    const double least = (high - low) / (most - 1) * (1 - kNearly);
    const double ten = std::pow(10.0, std::floor(std::log10(least)));
    double step = ten * 10;
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (ten * factor >= least) {
            step = ten * factor;
            break;
        }
    }
    std::vector<double> ticks;
    const double first = std::ceil(low / step - kNearly);
    constexpr double kCounted = 1e15;
    if (!std::isfinite(step) || step <= 0 || !(std::abs(first) < kCounted))
        return ticks; // the two are next to each other, or too far apart for numbers
    for (double count = first; count * step <= high + step * kNearly && ticks.size() < std::size_t(most); ++count)
        ticks.push_back(count * step + 0.0); // no -0
    return ticks;
}

} // namespace dbgr::ui

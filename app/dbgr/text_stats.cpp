// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/text_stats.h"

#include "app/dbgr/escapes.h"
#include "session/number_text.h"

#include <array>
#include <charconv>
#include <utility>

namespace dbgr::app {

namespace {

/// The shortest digits that read back as the same number.
std::string realText(double value)
{
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), end.ptr};
}

std::string digits(const std::string& number, bool all)
{
    return visible(all ? number : session::shortNumbers(number));
}

/// "99 at (100)"; "99 in [0-2] at (100)"
std::string endText(const std::string& number, const std::string& in, const std::string& at, bool allDigits)
{
    if (number.empty())
        return "-";
    return digits(number, allDigits) + (in.empty() ? "" : " in " + in) + (at.empty() ? "" : " at " + visible(at));
}

Table::Row rowOf(const debug::StatisticsGroup& group, std::string ranks, const std::string& lowestIn,
                 const std::string& highestIn, bool allDigits)
{
    const bool isAny = group.finite() > 0;
    return {std::move(ranks),
            std::to_string(group.count),
            std::to_string(group.nans),
            std::to_string(group.infinities),
            endText(group.lowest, lowestIn, group.lowestAt, allDigits),
            endText(group.highest, highestIn, group.highestAt, allDigits),
            isAny ? digits(realText(group.mean), allDigits) : "-",
            isAny ? digits(realText(group.deviation), allDigits) : "-"};
}

/// Nothing where all have it.
std::string inText(const util::RankSet& some, const util::RankSet& all)
{
    return some == all ? "" : bracketed(some);
}

} // namespace

std::string statsText(const StatsReply& reply, const Style& style)
{
    Table table;
    table.add({"ranks", "count", "NaN", "Inf", "min", "max", "mean", "deviation"});
    std::string problems;
    bool isAny = false;
    for (const debug::StatisticsGroup& group : reply.statistics) {
        isAny |= group.problem.empty();
        if (group.problem.empty())
            table.add(rowOf(group, bracketed(group.ranks), "", "", reply.allDigits));
        else
            problems += style.ranks(bracketed(group.ranks)) + " " + visible(reply.expression) + ": <" +
                        visible(group.problem) + ">\n";
    }
    const debug::WholeStatistics whole = debug::wholeOf(reply.statistics);
    if (const util::RankSet& ranks = whole.all.ranks; ranks.size() > 1)
        table.add(rowOf(whole.all, "all " + bracketed(ranks), inText(whole.lowestIn, ranks),
                        inText(whole.highestIn, ranks), reply.allDigits));
    return (isAny ? table.text() : "") + problems;
}

} // namespace dbgr::app

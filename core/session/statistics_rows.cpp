// SPDX-License-Identifier: BSD-3-Clause
#include "session/statistics_rows.h"

#include "session/describe.h"
#include "session/number_text.h"

#include <array>
#include <charconv>

namespace dbgr::session {

namespace {

/// The shortest digits that read back as the same number.
std::string realDigits(double value)
{
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), end.ptr};
}

/// \param in who has it; "" all
std::string endInWords(const std::string& number, const std::string& in, const std::string& at, bool allDigits)
{
    if (number.empty())
        return "-";
    return (allDigits ? number : shortNumbers(number)) + (in.empty() ? "" : " in " + in) +
           (at.empty() ? "" : " at " + at);
}

StatisticsRow rowOfNumbers(const debug::StatisticsGroup& group, const std::string& lowestIn,
                           const std::string& highestIn, bool allDigits)
{
    const auto real = [&](double value) {
        const std::string digits = realDigits(value);
        return group.finite() == 0 ? "-" : allDigits ? digits : shortNumbers(digits);
    };
    StatisticsRow row;
    row.ranks = group.ranks;
    row.count = std::to_string(group.count);
    row.nans = std::to_string(group.nans);
    row.infinities = std::to_string(group.infinities);
    row.lowest = endInWords(group.lowest, lowestIn, group.lowestAt, allDigits);
    row.highest = endInWords(group.highest, highestIn, group.highestAt, allDigits);
    row.mean = real(group.mean);
    row.deviation = real(group.deviation);
    return row;
}

} // namespace

std::vector<StatisticsRow> statisticsRows(const std::vector<debug::StatisticsGroup>& groups, bool allDigits)
{
    std::vector<StatisticsRow> rows, problems;
    for (const debug::StatisticsGroup& group : groups) {
        if (group.problem.empty()) {
            rows.push_back(rowOfNumbers(group, "", "", allDigits));
        } else {
            StatisticsRow& row = problems.emplace_back();
            row.ranks = group.ranks;
            row.problem = group.problem;
        }
    }
    const debug::WholeStatistics whole = debug::wholeOf(groups);
    const util::RankSet& all = whole.all.ranks;
    const auto in = [&](const util::RankSet& some) {
        return some == all ? std::string() : "[" + shortRanks(some) + "]";
    };
    if (all.size() > 1) {
        rows.push_back(rowOfNumbers(whole.all, in(whole.lowestIn), in(whole.highestIn), allDigits));
        rows.back().isWhole = true;
    }
    rows.insert(rows.end(), problems.begin(), problems.end());
    return rows;
}

} // namespace dbgr::session

// SPDX-License-Identifier: BSD-3-Clause
#include "debug/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string_view>
#include <tuple>

namespace dbgr::debug {

namespace {

/// Without leading zeros; nothing for what is no integer.
struct Digits
{
    bool isNegative = false;
    std::string_view digits;
};

std::optional<Digits> integerDigits(std::string_view text)
{
    Digits number;
    number.isNegative = text.starts_with('-');
    if (number.isNegative)
        text.remove_prefix(1);
    const bool isInteger =
        !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!isInteger)
        return std::nullopt;
    number.digits = text.substr(std::min(text.find_first_not_of('0'), text.size() - 1));
    if (number.digits == "0")
        number.isNegative = false;
    return number;
}

bool isSmaller(std::string_view a, std::string_view b)
{
    return a.size() != b.size() ? a.size() < b.size() : a < b;
}

std::uint64_t sumOrMost(std::uint64_t a, std::uint64_t b)
{
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    return a > kMost - b ? kMost : a + b;
}

std::uint64_t productOrMost(std::uint64_t a, std::uint64_t b)
{
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    return b != 0 && a > kMost / b ? kMost : a * b;
}

/// How many numbers there are, their mean, and the sum of the squares of their differences from it.
struct Moments
{
    long double count = 0, mean = 0, squares = 0;

    /// After Chan, Golub and LeVeque: of two sets the ones of both, without a difference of large sums.
    void add(const Moments& other)
    {
        if (other.count == 0)
            return;
        const long double both = count + other.count;
        const long double difference = other.mean - mean;
        mean += difference * other.count / both;
        squares += other.squares + difference * difference * count * other.count / both;
        count = both;
    }
};

Moments momentsOf(const StatisticsGroup& group)
{
    const long double count = static_cast<long double>(group.finite()) * static_cast<long double>(group.ranks.size());
    const auto deviation = static_cast<long double>(group.deviation);
    return {count, static_cast<long double>(group.mean), deviation * deviation * count};
}

/// Takes what is further out than what is there, and the ranks of what is as far out.
void takeEnd(StatisticsGroup& all, util::RankSet& in, const StatisticsGroup& group, bool isLowest)
{
    std::string StatisticsGroup::*const number = isLowest ? &StatisticsGroup::lowest : &StatisticsGroup::highest;
    std::string StatisticsGroup::*const place = isLowest ? &StatisticsGroup::lowestAt : &StatisticsGroup::highestAt;
    if ((group.*number).empty())
        return;
    const bool isFurther = isLowest ? isBelow(group.*number, all.*number) : isBelow(all.*number, group.*number);
    if ((all.*number).empty() || isFurther) {
        all.*number = group.*number;
        all.*place = group.*place;
        in = group.ranks;
    } else if (!isBelow(group.*number, all.*number) && !isBelow(all.*number, group.*number)) {
        if (all.*place != group.*place)
            (all.*place).clear();
        in |= group.ranks;
    }
}

} // namespace

bool StatisticsGroup::sameAs(const StatisticsGroup& other) const
{
    const auto all = [](const StatisticsGroup& g) {
        return std::tie(g.type, g.count, g.nans, g.infinities, g.lowest, g.highest, g.lowestAt, g.highestAt, g.mean,
                        g.deviation, g.problem);
    };
    return all(*this) == all(other);
}

bool isBelow(const std::string& number, const std::string& other)
{
    const auto a = integerDigits(number), b = integerDigits(other);
    if (!a || !b)
        return std::strtold(number.c_str(), nullptr) < std::strtold(other.c_str(), nullptr);
    if (a->isNegative != b->isNegative)
        return a->isNegative;
    return a->isNegative ? isSmaller(b->digits, a->digits) : isSmaller(a->digits, b->digits);
}

WholeStatistics wholeOf(const std::vector<StatisticsGroup>& groups)
{
    WholeStatistics whole;
    Moments moments;
    for (const StatisticsGroup& group : groups) {
        if (!group.problem.empty())
            continue;
        const std::uint64_t ranks = group.ranks.size();
        whole.all.ranks |= group.ranks;
        whole.all.count = sumOrMost(whole.all.count, productOrMost(group.count, ranks));
        whole.all.nans = sumOrMost(whole.all.nans, productOrMost(group.nans, ranks));
        whole.all.infinities = sumOrMost(whole.all.infinities, productOrMost(group.infinities, ranks));
        takeEnd(whole.all, whole.lowestIn, group, true);
        takeEnd(whole.all, whole.highestIn, group, false);
        moments.add(momentsOf(group));
    }
    if (moments.count > 0) {
        whole.all.mean = static_cast<double>(moments.mean);
        whole.all.deviation = static_cast<double>(std::sqrt(moments.squares / moments.count));
    }
    return whole;
}

} // namespace dbgr::debug

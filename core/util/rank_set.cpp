// SPDX-License-Identifier: BSD-3-Clause
#include "util/rank_set.h"

#include "util/string_util.h"

#include <algorithm>

namespace dbgr::util {

namespace {

using Interval = RankSet::Interval;

bool adjacentOrOverlapping(const Interval& a, const Interval& b)
{
    return b.first <= a.last || b.first - a.last == 1;
}

/// `intervals` sorted by first; merges in place.
void normalise(std::vector<Interval>& intervals)
{
    std::size_t kept = 0;
    for (const Interval& next : intervals) {
        if (kept > 0 && adjacentOrOverlapping(intervals[kept - 1], next))
            intervals[kept - 1].last = std::max(intervals[kept - 1].last, next.last);
        else
            intervals[kept++] = next;
    }
    intervals.resize(kept);
}

bool startsBefore(const Interval& a, const Interval& b)
{
    return a.first < b.first;
}

Result<Interval> parseInterval(std::string_view text)
{
    const auto bad = [&] {
        return fail(std::make_error_code(std::errc::invalid_argument),
                    "reading a rank set: \"" + std::string(text) + "\" is neither a rank nor a range",
                    "Write ranks as 0-3,7 or all.");
    };
    const std::size_t dash = text.find('-');
    const auto first = parseNumber<std::uint32_t>(trimmed(text.substr(0, dash)));
    const auto last =
        dash == std::string_view::npos ? first : parseNumber<std::uint32_t>(trimmed(text.substr(dash + 1)));
    if (!first || !last || *first > *last)
        return bad();
    return Interval{*first, *last};
}

} // namespace

RankSet::RankSet(std::initializer_list<Rank> ranks)
{
    for (const Rank r : ranks)
        insert(r);
}

RankSet RankSet::firstN(std::uint32_t count)
{
    return count == 0 ? RankSet() : range(Rank(0), Rank(count - 1));
}

RankSet RankSet::range(Rank first, Rank last)
{
    RankSet set;
    set.m_intervals.push_back({first.value(), last.value()});
    return set;
}

RankSet RankSet::fromIntervals(std::vector<Interval> intervals)
{
    std::erase_if(intervals, [](const Interval& i) { return i.first > i.last; });
    std::sort(intervals.begin(), intervals.end(), startsBefore);
    normalise(intervals);
    RankSet set;
    set.m_intervals = std::move(intervals);
    return set;
}

Result<RankSet> RankSet::parse(std::string_view text, const RankSet& universe)
{
    text = trimmed(text);
    if (text == "all" || text == "*")
        return universe;
    if (text.empty() || text.size() > kMaxTextBytes)
        return fail(std::make_error_code(std::errc::invalid_argument),
                    "reading a rank set: the text is empty or too long", "Write ranks as 0-3,7 or all.");
    std::vector<Interval> intervals;
    for (const std::string_view part : split(text, ',')) {
        DBGR_TRY(const Interval interval, parseInterval(trimmed(part)));
        intervals.push_back(interval);
    }
    return fromIntervals(std::move(intervals));
}

void RankSet::insert(Rank rank)
{
    const Interval one{rank.value(), rank.value()};
    if (m_intervals.empty() || m_intervals.back().last < one.first) { // the common way: in order
        m_intervals.push_back(one);
    } else {
        m_intervals.insert(std::upper_bound(m_intervals.begin(), m_intervals.end(), one, startsBefore), one);
    }
    normalise(m_intervals);
}

void RankSet::erase(Rank rank)
{
    *this -= RankSet::range(rank, rank);
}

RankSet& RankSet::operator|=(const RankSet& other)
{
    std::vector<Interval> merged(m_intervals.size() + other.m_intervals.size());
    std::merge(m_intervals.begin(), m_intervals.end(), other.m_intervals.begin(), other.m_intervals.end(),
               merged.begin(), startsBefore);
    normalise(merged);
    m_intervals = std::move(merged);
    return *this;
}

RankSet& RankSet::operator&=(const RankSet& other)
{
    std::vector<Interval> common;
    auto a = m_intervals.begin();
    auto b = other.m_intervals.begin();
    while (a != m_intervals.end() && b != other.m_intervals.end()) {
        const Interval both{std::max(a->first, b->first), std::min(a->last, b->last)};
        if (both.first <= both.last)
            common.push_back(both);
        if (a->last < b->last)
            ++a;
        else
            ++b;
    }
    m_intervals = std::move(common);
    return *this;
}

RankSet& RankSet::operator-=(const RankSet& other)
{
    std::vector<Interval> left;
    auto cut = other.m_intervals.begin();
    for (Interval rest : m_intervals) {
        bool gone = false;
        while (cut != other.m_intervals.end() && cut->last < rest.first)
            ++cut;
        for (auto c = cut; c != other.m_intervals.end() && c->first <= rest.last && !gone; ++c) {
            if (c->first > rest.first)
                left.push_back({rest.first, c->first - 1});
            gone = c->last >= rest.last;
            if (!gone)
                rest.first = c->last + 1;
        }
        if (!gone)
            left.push_back(rest);
    }
    m_intervals = std::move(left);
    return *this;
}

std::uint64_t RankSet::size() const
{
    std::uint64_t count = 0;
    for (const Interval& i : m_intervals)
        count += std::uint64_t(i.last) - i.first + 1;
    return count;
}

bool RankSet::contains(Rank rank) const
{
    const Interval one{rank.value(), rank.value()};
    const auto after = std::upper_bound(m_intervals.begin(), m_intervals.end(), one, startsBefore);
    return after != m_intervals.begin() && std::prev(after)->last >= one.first;
}

std::optional<Rank> RankSet::lowest() const
{
    if (m_intervals.empty())
        return std::nullopt;
    return Rank(m_intervals.front().first);
}

std::string RankSet::toString() const
{
    std::string text;
    for (const Interval& i : m_intervals) {
        if (!text.empty())
            text += ',';
        text += std::to_string(i.first);
        if (i.last != i.first)
            text += '-' + std::to_string(i.last);
    }
    return text;
}

bool operator<(const RankSet& a, const RankSet& b)
{
    return std::lexicographical_compare(
        a.m_intervals.begin(), a.m_intervals.end(), b.m_intervals.begin(), b.m_intervals.end(),
        [](const Interval& x, const Interval& y) { return x.first != y.first ? x.first < y.first : x.last < y.last; });
}

} // namespace dbgr::util

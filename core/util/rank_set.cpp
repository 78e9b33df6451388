// SPDX-License-Identifier: BSD-3-Clause
#include "util/rank_set.h"

#include "util/string_util.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

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

/// Where one set has so many fewer intervals, each of them is looked for in the other one.
bool isFew(std::size_t intervals, std::size_t others)
{
    return intervals * 16 < others;
}

/// And where they are put in, or cut out, one by one: what lies behind is moved for each.
bool areFewToMove(std::size_t intervals, std::size_t others)
{
    return intervals <= 4 && isFew(intervals, others);
}

/// The first that does not end before `rank`.
template <class Iterator>
Iterator firstFrom(Iterator begin, Iterator end, std::uint32_t rank)
{
    return std::partition_point(begin, end, [rank](const Interval& i) { return i.last < rank; });
}

/// Behind the last that begins at `rank` or before it.
template <class Iterator>
Iterator behindLast(Iterator begin, Iterator end, std::uint32_t rank)
{
    return std::partition_point(begin, end, [rank](const Interval& i) { return i.first <= rank; });
}

void insertOne(std::vector<Interval>& intervals, Interval one)
{
    // Those that touch it are one with it.
    const auto first = firstFrom(intervals.begin(), intervals.end(), one.first == 0 ? 0 : one.first - 1);
    const auto behind = behindLast(first, intervals.end(), one.last == UINT32_MAX ? one.last : one.last + 1);
    if (first == behind) {
        intervals.insert(first, one);
        return;
    }
    first->last = std::max(std::prev(behind)->last, one.last);
    first->first = std::min(first->first, one.first);
    intervals.erase(std::next(first), behind);
}

void eraseOne(std::vector<Interval>& intervals, Interval one)
{
    const auto first = firstFrom(intervals.begin(), intervals.end(), one.first);
    const auto behind = behindLast(first, intervals.end(), one.last);
    if (first == behind)
        return;
    std::vector<Interval> left;
    if (first->first < one.first)
        left.push_back({first->first, one.first - 1});
    if (std::prev(behind)->last > one.last)
        left.push_back({one.last + 1, std::prev(behind)->last});
    intervals.insert(intervals.erase(first, behind), left.begin(), left.end());
}

/// Calls f(Interval) for what both sets have, in order, until it says false. \pre `few` are no more than `many`
template <class F>
void forCommon(const std::vector<Interval>& few, const std::vector<Interval>& many, F&& f)
{
    const bool search = isFew(few.size(), many.size());
    auto at = many.begin();
    for (const Interval& one : few) {
        if (search)
            at = firstFrom(at, many.end(), one.first);
        while (at != many.end() && at->last < one.first)
            ++at;
        for (auto common = at; common != many.end() && common->first <= one.last; ++common) {
            if (!f(Interval{std::max(common->first, one.first), std::min(common->last, one.last)}))
                return;
            at = common; // the next of the few may have its rest
        }
    }
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
    insertOne(m_intervals, {rank.value(), rank.value()});
}

void RankSet::erase(Rank rank)
{
    eraseOne(m_intervals, {rank.value(), rank.value()});
}

RankSet& RankSet::operator|=(const RankSet& other)
{
    if (&other == this || other.empty())
        return *this;
    if (empty() || m_intervals.back().last < other.m_intervals.front().first) { // the common way: in order
        const bool touches = !empty() && adjacentOrOverlapping(m_intervals.back(), other.m_intervals.front());
        if (touches)
            m_intervals.back().last = other.m_intervals.front().last;
        m_intervals.insert(m_intervals.end(), other.m_intervals.begin() + (touches ? 1 : 0), other.m_intervals.end());
        return *this;
    }
    if (areFewToMove(other.m_intervals.size(), m_intervals.size())) {
        for (const Interval& one : other.m_intervals)
            insertOne(m_intervals, one);
        return *this;
    }
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
    const bool areFewer = m_intervals.size() < other.m_intervals.size();
    forCommon(areFewer ? m_intervals : other.m_intervals, areFewer ? other.m_intervals : m_intervals,
              [&](const Interval& both) {
                  common.push_back(both);
                  return true;
              });
    m_intervals = std::move(common);
    return *this;
}

bool RankSet::intersects(const RankSet& other) const
{
    const bool areFewer = m_intervals.size() < other.m_intervals.size();
    bool found = false;
    forCommon(areFewer ? m_intervals : other.m_intervals, areFewer ? other.m_intervals : m_intervals,
              [&](const Interval&) {
                  found = true;
                  return false;
              });
    return found;
}

bool RankSet::containsAll(const RankSet& other) const
{
    auto at = m_intervals.begin();
    return std::ranges::all_of(other.m_intervals, [&](const Interval& one) {
        at = firstFrom(at, m_intervals.end(), one.first);
        return at != m_intervals.end() && at->first <= one.first && one.last <= at->last;
    });
}

RankSet& RankSet::operator-=(const RankSet& other)
{
    if (&other == this) {
        m_intervals.clear();
        return *this;
    }
    if (areFewToMove(other.m_intervals.size(), m_intervals.size())) {
        for (const Interval& one : other.m_intervals)
            eraseOne(m_intervals, one);
        return *this;
    }
    std::vector<Interval> left;
    auto cut = other.m_intervals.begin();
    if (isFew(m_intervals.size(), other.m_intervals.size()) && !empty())
        cut = firstFrom(cut, other.m_intervals.end(), m_intervals.front().first);
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

RankSet RankSetUnion::take()
{
    return RankSet::fromIntervals(std::exchange(m_intervals, {}));
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

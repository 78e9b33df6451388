// SPDX-License-Identifier: BSD-3-Clause
// A set of ranks as sorted intervals: the unit in which everything is asked, answered and shown. Thread: any; a value.
#pragma once

#include "util/ids.h"
#include "util/result.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::util {

/// Cost follows the number of intervals, not of ranks: all of a million ranks is one interval. Where two sets meet, it
/// follows those of the smaller one, but for the moving of what lies behind in memory.
class RankSet
{
public:
    /// A closed interval, first <= last.
    struct Interval
    {
        std::uint32_t first;
        std::uint32_t last;
        friend bool operator==(const Interval&, const Interval&) = default;
    };

    /// Text longer than this is no rank set.
    static constexpr std::size_t kMaxTextBytes = 1 << 20;

    RankSet() = default;
    RankSet(std::initializer_list<Rank> ranks);
    explicit RankSet(Rank rank) { insert(rank); }
    /// 0 .. count-1; empty for 0.
    [[nodiscard]] static RankSet firstN(std::uint32_t count);
    /// first .. last, both included. \pre first <= last
    [[nodiscard]] static RankSet range(Rank first, Rank last);
    /// From intervals in any order, overlapping or not (an interval with first > last is left out).
    [[nodiscard]] static RankSet fromIntervals(std::vector<Interval> intervals);

    /// Reads "0-3,7" (blanks allowed); "all" or "*" is `universe`; "" is an error.
    /// \errors std::errc::invalid_argument, with the part that could not be read
    [[nodiscard]] static Result<RankSet> parse(std::string_view text, const RankSet& universe);

    void insert(Rank rank);
    void erase(Rank rank);
    RankSet& operator|=(const RankSet& other);
    RankSet& operator&=(const RankSet& other);
    RankSet& operator-=(const RankSet& other);
    friend RankSet operator|(RankSet a, const RankSet& b) { return a |= b; }
    friend RankSet operator&(RankSet a, const RankSet& b) { return a &= b; }
    friend RankSet operator-(RankSet a, const RankSet& b) { return a -= b; }

    [[nodiscard]] bool empty() const { return m_intervals.empty(); }
    /// Number of ranks.
    [[nodiscard]] std::uint64_t size() const;
    [[nodiscard]] bool contains(Rank rank) const;
    [[nodiscard]] bool containsAll(const RankSet& other) const;
    [[nodiscard]] bool intersects(const RankSet& other) const;
    /// The lowest rank: the one that leads a group. Empty set: none.
    [[nodiscard]] std::optional<Rank> lowest() const;
    [[nodiscard]] const std::vector<Interval>& intervals() const { return m_intervals; }
    /// "0-3,7"; "" for the empty set. parse() reads it back.
    [[nodiscard]] std::string toString() const;

    /// Calls f(Rank) for each rank, in order.
    template <class F>
    void forEach(F&& f) const
    {
        for (const Interval& i : m_intervals)
            for (std::uint64_t r = i.first; r <= i.last; ++r)
                f(Rank(static_cast<std::uint32_t>(r)));
    }

    friend bool operator==(const RankSet&, const RankSet&) = default;
    /// An order for containers; it means nothing else.
    friend bool operator<(const RankSet& a, const RankSet& b);

private:
    std::vector<Interval> m_intervals; // sorted, disjoint, not adjacent
};

/// The union of many sets, which are put side by side, and sorted once: cost follows all their intervals, where a set
/// that grows by one after the other is walked again for each.
class RankSetUnion
{
public:
    void add(const RankSet& set)
    {
        m_intervals.insert(m_intervals.end(), set.intervals().begin(), set.intervals().end());
    }
    /// Of all that was added; it is empty then.
    [[nodiscard]] RankSet take();

private:
    std::vector<RankSet::Interval> m_intervals;
};

} // namespace dbgr::util

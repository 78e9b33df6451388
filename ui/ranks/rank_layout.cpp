// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/rank_layout.h"

#include "session/process_table.h"

#include <algorithm>
#include <string>
#include <unordered_map>

namespace dbgr::ui {

using util::Rank;
using util::RankSet;

namespace {

constexpr int kMargin = 4;
constexpr int kGroupGap = 4;
/// Beside their cells, names of hosts with more rows than this would leave much room unused.
constexpr int kMostRowsBesideName = 4;

int digitsOf(std::size_t number)
{
    return static_cast<int>(std::to_string(number).size());
}

RankSet takeIntervals(std::vector<RankSet::Interval>& intervals)
{
    return RankSet::fromIntervals(std::move(intervals));
}

void append(std::vector<RankSet::Interval>& intervals, std::uint32_t rank)
{
    if (!intervals.empty() && intervals.back().last + 1 == rank)
        intervals.back().last = rank;
    else
        intervals.push_back({rank, rank});
}

} // namespace

void RankLayout::setRanks(const session::ProcessTable& processes)
{
    m_rankOf.clear();
    m_groups.clear();
    const RankSet& all = processes.all();
    const std::size_t top = all.empty() ? 0 : std::size_t(all.intervals().back().last) + 1;
    m_cellOf.assign(top, -1);
    m_groupOf.assign(top, 0);

    std::unordered_map<std::string, std::uint32_t> known;
    all.forEach([&](Rank rank) {
        const std::string& host = processes.at(rank).host;
        const auto [entry, isNew] = known.emplace(host, static_cast<std::uint32_t>(m_groups.size()));
        if (isNew)
            m_groups.push_back({QString::fromStdString(host)});
        m_groupOf[rank.value()] = entry->second;
        ++m_groups[entry->second].count;
    });

    CellIndex next = 0;
    std::vector<CellIndex> free;
    for (HostGroup& group : m_groups) {
        group.first = next;
        free.push_back(next);
        next += group.count;
    }
    m_rankOf.resize(static_cast<std::size_t>(next));
    all.forEach([&](Rank rank) {
        const CellIndex cell = free[m_groupOf[rank.value()]]++;
        m_cellOf[rank.value()] = cell;
        m_rankOf[static_cast<std::size_t>(cell)] = rank.value();
    });
}

bool RankLayout::isOutdated(const session::ProcessTable& processes, const RankSet& changed) const
{
    std::uint32_t group = 0;
    std::string host; // of that group, since most ranks are where the one before is
    bool outdated = processes.size() != m_rankOf.size();
    changed.forEach([&](Rank rank) {
        if (outdated || !processes.all().contains(rank))
            return;
        if (!cellOf(rank)) {
            outdated = true;
            return;
        }
        if (host.empty() || group != m_groupOf[rank.value()]) {
            group = m_groupOf[rank.value()];
            host = m_groups[group].host.toStdString();
        }
        outdated = processes.at(rank).host != host;
    });
    return outdated;
}

void RankLayout::arrange(const GridRoom& room, std::optional<int> side)
{
    if (side) {
        place(room, *side);
        return;
    }
    std::optional<int> largest; // with which all cells fit
    for (const int each : kSides) {
        if (each > kLargestAuto || each < kSmallestAuto)
            continue;
        place(room, each);
        const bool fits = m_height <= room.height;
        if (fits && !largest)
            largest = each;
        // A row for each host is clearer than larger cells, as long as these show their ranks.
        if (fits && each >= kNumberSide && rowCount() == static_cast<int>(m_groups.size()))
            return;
        if (largest && each <= kNumberSide)
            break;
    }
    place(room, largest.value_or(kSmallestAuto));
}

void RankLayout::place(const GridRoom& room, int side)
{
    m_side = side;
    m_gap = side >= 12 ? 2 : 1;
    const auto columnsBeside = [&](int gutter) { return std::max(1, (room.width - gutter - kMargin) / pitch()); };

    m_namesAbove = false;
    m_gutter = kMargin + std::min(room.hostWidth, room.width / 3) + 2 * kMargin;
    m_columns = columnsBeside(m_gutter);
    const int groups = static_cast<int>(m_groups.size());
    if (groups == 1 || rowCount() > groups * kMostRowsBesideName) {
        m_namesAbove = true;
        m_gutter = kMargin;
        if (side < kNumberSide)
            m_gutter += digitsOf(m_cellOf.empty() ? 0 : m_cellOf.size() - 1) * room.digitWidth + kMargin;
        m_columns = columnsBeside(m_gutter);
        if (side < kNumberSide && m_columns > 10)
            m_columns -= std::min(m_columns % 5, m_columns % 8); // rows that begin with round numbers
    }
    placeGroups(room);
}

int RankLayout::rowCount() const
{
    int rows = 0;
    for (const HostGroup& group : m_groups)
        rows += (group.count + m_columns - 1) / m_columns;
    return rows;
}

void RankLayout::placeGroups(const GridRoom& room)
{
    int y = kMargin;
    for (HostGroup& group : m_groups) {
        group.top = y;
        group.rows = (group.count + m_columns - 1) / m_columns;
        group.cellsTop = m_namesAbove ? y + room.textHeight + kMargin : y;
        y = group.cellsTop + group.rows * pitch();
        if (!m_namesAbove)
            y = std::max(y, group.top + room.textHeight);
        y += m_namesAbove ? 2 * kGroupGap : kGroupGap;
    }
    m_height = m_groups.empty() ? 0 : y;
}

std::optional<CellIndex> RankLayout::cellOf(Rank rank) const
{
    if (rank.value() >= m_cellOf.size() || m_cellOf[rank.value()] < 0)
        return std::nullopt;
    return m_cellOf[rank.value()];
}

const HostGroup& RankLayout::groupOf(CellIndex cell) const
{
    return m_groups[m_groupOf[rankOf(cell).value()]];
}

QRect RankLayout::rect(CellIndex cell) const
{
    const HostGroup& group = groupOf(cell);
    const int index = cell - group.first;
    return {m_gutter + index % m_columns * pitch(), group.cellsTop + index / m_columns * pitch(), m_side, m_side};
}

std::optional<CellIndex> RankLayout::cellAt(const QPoint& where) const
{
    std::optional<CellIndex> found;
    forEachRun(QRect(where, QSize(1, 1)), [&](CellIndex first, CellIndex last) {
        if (first == last && rect(first).contains(where))
            found = first;
    });
    return found;
}

QRect RankLayout::nameRect(const HostGroup& group) const
{
    if (m_namesAbove)
        return {kMargin, group.top, std::max(m_gutter + m_columns * pitch() - kMargin, 1), group.cellsTop - group.top};
    return {kMargin, group.top, m_gutter - 3 * kMargin, std::max(m_side, 1)};
}

const HostGroup* RankLayout::nameAt(const QPoint& where) const
{
    const auto [begin, end] = groupsIn(where.y(), where.y());
    if (begin == end || !nameRect(m_groups[begin]).contains(where))
        return nullptr;
    return &m_groups[begin];
}

std::pair<std::size_t, std::size_t> RankLayout::groupsIn(int top, int bottom) const
{
    // A group reaches down to where the next one begins.
    const auto begins = [](int y, const HostGroup& group) { return y < group.top; };
    auto first = std::upper_bound(m_groups.begin(), m_groups.end(), top, begins);
    if (first != m_groups.begin())
        --first;
    const auto last = std::upper_bound(first, m_groups.end(), bottom, begins);
    return {static_cast<std::size_t>(first - m_groups.begin()), static_cast<std::size_t>(last - m_groups.begin())};
}

CellIndex RankLayout::below(CellIndex cell, int rows) const
{
    std::size_t g = m_groupOf[rankOf(cell).value()];
    const int column = (cell - m_groups[g].first) % m_columns;
    int row = (cell - m_groups[g].first) / m_columns + rows;
    while (row < 0 && g > 0)
        row += m_groups[--g].rows;
    while (row >= m_groups[g].rows && g + 1 < m_groups.size())
        row -= m_groups[g++].rows;
    const HostGroup& group = m_groups[g];
    row = std::clamp(row, 0, group.rows - 1);
    return group.first + std::min(row * m_columns + column, group.count - 1);
}

RankSet RankLayout::between(CellIndex a, CellIndex b) const
{
    std::vector<RankSet::Interval> intervals;
    for (CellIndex cell = std::min(a, b); cell <= std::max(a, b); ++cell)
        append(intervals, m_rankOf[static_cast<std::size_t>(cell)]);
    return takeIntervals(intervals);
}

RankSet RankLayout::ranksIn(const QRect& area) const
{
    std::vector<RankSet::Interval> intervals;
    forEachRun(area, [&](CellIndex first, CellIndex last) {
        for (CellIndex cell = first; cell <= last; ++cell)
            append(intervals, m_rankOf[static_cast<std::size_t>(cell)]);
    });
    return takeIntervals(intervals);
}

} // namespace dbgr::ui

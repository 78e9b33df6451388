// SPDX-License-Identifier: GPL-3.0-or-later
// Where each rank's cell lies in the grid: grouped by host, wrapped in the width, as large as there is room for.
// Pure geometry in content coordinates (0, 0 is the top left of all cells, scrolled or not). Thread: GUI.
#pragma once

#include "util/rank_set.h"

#include <QPoint>
#include <QRect>
#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace dbgr::session {
class ProcessTable;
}

namespace dbgr::ui {

/// A cell's number in the order in which they are painted: host by host, in each by rank.
using CellIndex = int;

/// What the cells have to fit into, and what text needs there. Pixels.
struct GridRoom
{
    int width = 0;
    int height = 0;
    int textHeight = 14;
    int hostWidth = 0;  ///< of the widest host name
    int digitWidth = 7; ///< of a digit of the rank that a row begins with
};

struct HostGroup
{
    QString host;
    CellIndex first = 0;
    int count = 0;
    // Set by arrange():
    int top = 0;      ///< of the group, and of its name
    int cellsTop = 0; ///< of its first row of cells
    int rows = 0;
};

class RankLayout
{
public:
    /// Sizes of cells that one can zoom to, largest first.
    static constexpr int kSides[]{40, 34, 28, 24, 20, 16, 13, 10, 8, 6, 4};
    /// Without a zoom, cells are between these.
    static constexpr int kLargestAuto = 34;
    static constexpr int kSmallestAuto = 10;
    /// From here on a cell has room for its rank's number.
    static constexpr int kNumberSide = 24;

    /// Groups the ranks by host; hosts come in the order of their lowest ranks.
    void setRanks(const session::ProcessTable& processes);
    /// Some of `changed` are on another host than setRanks() saw.
    [[nodiscard]] bool isOutdated(const session::ProcessTable& processes, const util::RankSet& changed) const;
    /// \param side of a cell; nothing: the largest with which all of them fit, if there is one
    void arrange(const GridRoom& room, std::optional<int> side);

    [[nodiscard]] int cellCount() const { return static_cast<int>(m_rankOf.size()); }
    [[nodiscard]] const std::vector<HostGroup>& groups() const { return m_groups; }
    [[nodiscard]] int side() const { return m_side; }
    [[nodiscard]] int pitch() const { return m_side + m_gap; }
    [[nodiscard]] int columns() const { return m_columns; }
    /// Of all cells.
    [[nodiscard]] int height() const { return m_height; }
    /// Host names stand above their cells, with the first rank of each row beside them; else they stand beside.
    [[nodiscard]] bool namesAbove() const { return m_namesAbove; }
    /// Room left of the cells.
    [[nodiscard]] int gutter() const { return m_gutter; }

    [[nodiscard]] util::Rank rankOf(CellIndex cell) const
    {
        return util::Rank(m_rankOf[static_cast<std::size_t>(cell)]);
    }
    [[nodiscard]] std::optional<CellIndex> cellOf(util::Rank rank) const;
    [[nodiscard]] QRect rect(CellIndex cell) const;
    [[nodiscard]] std::optional<CellIndex> cellAt(const QPoint& where) const;
    /// The host whose name is there.
    [[nodiscard]] const HostGroup* nameAt(const QPoint& where) const;
    [[nodiscard]] QRect nameRect(const HostGroup& group) const;
    [[nodiscard]] const HostGroup& groupOf(CellIndex cell) const;
    /// The groups that reach into these lines: [first, last) of groups().
    [[nodiscard]] std::pair<std::size_t, std::size_t> groupsIn(int top, int bottom) const;

    /// The cell `rows` rows further down (or up) in the same column, or the nearest there is.
    [[nodiscard]] CellIndex below(CellIndex cell, int rows) const;
    /// All cells from one to another, both included, in any order.
    [[nodiscard]] util::RankSet between(CellIndex a, CellIndex b) const;
    [[nodiscard]] util::RankSet ranksIn(const QRect& area) const;

    /// Calls f(first, last) for each run of cells of one row that reaches into `area`, both included.
    template <class F>
    void forEachRun(const QRect& area, F&& f) const
    {
        const int left = std::max(0, (area.left() - m_gutter) / pitch());
        const int right = std::min(m_columns - 1, (area.right() - m_gutter) / pitch());
        const auto [begin, end] = groupsIn(area.top(), area.bottom());
        if (area.right() < m_gutter || left > right)
            return;
        for (std::size_t g = begin; g < end; ++g) {
            const HostGroup& group = m_groups[g];
            const int from = std::max(0, (area.top() - group.cellsTop) / pitch());
            const int to = area.bottom() < group.cellsTop
                               ? -1
                               : std::min(group.rows - 1, (area.bottom() - group.cellsTop) / pitch());
            for (int row = from; row <= to; ++row) {
                const int first = row * m_columns + left;
                const int last = std::min(row * m_columns + right, group.count - 1);
                if (first <= last)
                    f(group.first + first, group.first + last);
            }
        }
    }

private:
    void place(const GridRoom& room, int side);
    void placeGroups(const GridRoom& room);
    [[nodiscard]] int rowCount() const;

    std::vector<std::uint32_t> m_rankOf; ///< by cell
    std::vector<CellIndex> m_cellOf;     ///< by rank; -1 none
    std::vector<HostGroup> m_groups;
    std::vector<std::uint32_t> m_groupOf; ///< by rank
    int m_side = kLargestAuto;
    int m_gap = 2;
    int m_columns = 1;
    int m_gutter = 0;
    int m_height = 0;
    bool m_namesAbove = true;
};

} // namespace dbgr::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// How one cell of the rank grid looks: state, rank, and whether it is focused, leads, or is selected. States are drawn
// once per size and copied from then on. Thread: GUI.
#pragma once

#include "ui/theme/rank_look.h"
#include "util/ids.h"

#include <QFont>
#include <QPixmap>
#include <QRect>

#include <array>

class QPainter;

namespace dbgr::ui {

class Theme;

struct CellLook
{
    util::Rank rank;
    RankLook look = RankLook::Starting;
    bool focused = true;
    bool leads = false;
    bool selected = false;
    bool current = false; ///< the keyboard is here
};

class RankCellPainter
{
public:
    explicit RankCellPainter(const Theme& theme) : m_theme(theme) {}

    /// Forgets what was drawn: another size of cells, other colours.
    /// \param numberSide cells from this size on show their rank
    void prepare(int side, int numberSide, qreal pixelRatio);
    /// Paints fill, mark and number.
    void paint(QPainter& painter, const QRect& cell, const CellLook& how) const;
    /// Paints what surrounds a cell, over its neighbours' edges.
    void paintFrames(QPainter& painter, const QRect& cell, const CellLook& how) const;

private:
    [[nodiscard]] QPixmap draw(RankLook look, bool focused) const;
    [[nodiscard]] QColor numberColor(RankLook look, bool focused) const;
    [[nodiscard]] bool showsNumber(util::Rank rank) const;

    const Theme& m_theme;
    int m_side = 0;
    bool m_numbers = false;
    qreal m_pixelRatio = 1;
    QFont m_numberFont;
    int m_digitWidth = 1;
    std::array<std::array<QPixmap, 2>, kRankLooks.size()> m_drawn; ///< [look][focused]
    std::array<std::array<QColor, 2>, kRankLooks.size()> m_numberColors;
};

} // namespace dbgr::ui

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
    bool onHold = false;
    bool silent = false; ///< its node is: this is how it was before; not `focused` then
    bool selected = false;
    bool current = false; ///< the keyboard is here
};

class RankCellPainter
{
public:
    explicit RankCellPainter(const Theme& theme) : m_theme(theme) {}

    /// Cells of this size; forgets what was drawn, also for other colours.
    /// \param numberSide cells from this size on show their rank \param pitch from one cell to the next
    void prepare(int side, int pitch, int numberSide, qreal pixelRatio);
    /// Paints fill and mark of neighbours that look alike. \param first the leftmost
    void paintRun(QPainter& painter, const QRect& first, int count, RankLook look, bool focused);
    /// Paints the rank's number, if there is room for it.
    void paintNumber(QPainter& painter, const QRect& cell, const CellLook& how);
    [[nodiscard]] bool hasNumbers() const { return m_numbers; }
    /// Paints what surrounds a cell, over its neighbours' edges.
    void paintFrames(QPainter& painter, const QRect& cell, const CellLook& how) const;

private:
    /// A row of cells that look so.
    [[nodiscard]] QPixmap drawStrip(RankLook look, bool focused) const;
    void drawCell(QPainter& painter, const QRectF& cell, RankLook look) const;
    /// "0123456789".
    [[nodiscard]] QPixmap drawDigits(const QColor& color) const;
    [[nodiscard]] QColor numberColor(RankLook look, bool focused) const;

    const Theme& m_theme;
    int m_side = 0;
    int m_pitch = 1;
    bool m_numbers = false;
    qreal m_pixelRatio = 1;
    QFont m_numberFont;
    int m_digitWidth = 1;
    int m_digitHeight = 1;
    // Drawn when they are first needed. [look][focused]
    std::array<std::array<QPixmap, 2>, kRankLooks.size()> m_strips;
    std::array<std::array<QPixmap, 2>, kRankLooks.size()> m_digits;
};

} // namespace dbgr::ui

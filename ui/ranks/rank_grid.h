// SPDX-License-Identifier: GPL-3.0-or-later
// One cell per rank, grouped by host, coloured and marked by state; whom one selects, focuses and leads with. Painted:
// only cells that can be seen cost anything. Way: session_bridge -> here. Thread: GUI.
#pragma once

#include "ui/ranks/rank_cell_painter.h"
#include "ui/ranks/rank_layout.h"
#include "ui/ranks/rank_looks.h"
#include "ui/window/ui_context.h"
#include "util/rank_set.h"

#include <QAbstractScrollArea>
#include <QPoint>

#include <optional>
#include <set>
#include <utility>
#include <vector>

class QMenu;

namespace dbgr::ui {

class EmptyState;

class RankGrid final : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit RankGrid(UiContext& context, QWidget* parent = nullptr);

    /// Those of the job.
    [[nodiscard]] const util::RankSet& selection() const { return m_selection; }
    /// Ranks that the job does not have are left out. The first of them is scrolled to.
    void select(const util::RankSet& ranks);
    /// Where the keyboard is.
    [[nodiscard]] std::optional<util::Rank> currentRank() const;
    /// By look, as the legend counts them.
    [[nodiscard]] const RankLooks& looks() const { return m_looks; }

    /// A size of RankLayout::kSides; nothing: as large as there is room for.
    void setCellSide(std::optional<int> side);
    [[nodiscard]] const RankLayout& cellLayout() const { return m_layout; }
    /// In the viewport's coordinates; may lie outside of it. Null without such a rank.
    [[nodiscard]] QRect cellRect(util::Rank rank) const;

    [[nodiscard]] QSize sizeHint() const override { return {260, 160}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {120, 48}; }

signals:
    void selectionChanged();
    /// Counts by look are others now.
    void looksChanged();
    /// A digit was typed: the beginning of a rank set.
    void rankTyped(const QString& text);
    /// The mouse has taken hold of selected cells, and moves: they are to be dragged.
    void selectionPulled();

protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    // News
    void takeJob();
    void takeRanks(const util::RankSet& changed);
    void takeSilence();
    void takeFocus();
    // Geometry
    void relayout();
    void prepareCells();
    [[nodiscard]] int offset() const;
    [[nodiscard]] QPoint toContent(const QPointF& ofViewport) const;
    [[nodiscard]] QRect visibleContent() const;
    void zoom(int steps);
    void scrollTo(CellIndex cell);
    // Painting
    void paintGroup(QPainter& painter, const HostGroup& group, const QRect& area) const;
    void paintRowStarts(QPainter& painter, const HostGroup& group, const QRect& area) const;
    void paintCells(QPainter& painter, const QRect& area);
    /// \param framed gets the cells that have something around them
    void paintRow(QPainter& painter, CellIndex first, CellIndex last, std::vector<std::pair<QRect, CellLook>>& framed);
    [[nodiscard]] CellLook lookOfCell(CellIndex cell) const;
    void repaintCells(const util::RankSet& ranks);
    // Selecting
    void setSelection(util::RankSet ranks);
    void setCurrent(CellIndex cell);
    void pressOn(CellIndex cell, Qt::KeyboardModifiers modifiers);
    void stretchBand(const QPoint& to);
    void moveTo(CellIndex cell, Qt::KeyboardModifiers modifiers);
    [[nodiscard]] bool moveByKey(QKeyEvent* event);
    [[nodiscard]] bool actByKey(QKeyEvent* event);
    /// The selection, or else the cell with the keyboard.
    [[nodiscard]] util::RankSet target() const;
    void describe();

    UiContext& m_context;
    EmptyState* m_empty;
    RankLooks m_looks;
    RankLayout m_layout;
    RankCellPainter m_cells;
    std::optional<int> m_sideWanted;

    util::RankSet m_focus;
    std::optional<util::Rank> m_leader;
    util::RankSet m_onHold;
    util::RankSet m_silent;          ///< whose nodes are
    std::set<QString> m_silentHosts; ///< of these
    util::RankSet m_selection;
    std::optional<util::Rank> m_current;
    std::optional<util::Rank> m_anchor; ///< where a range begins

    struct Band
    {
        QPoint from; ///< content coordinates
        QRect area;
        util::RankSet before; ///< the selection that it adds to
        bool stretched = false;
    };
    std::optional<Band> m_band;   ///< while the button is down
    std::optional<QPoint> m_grip; ///< where it went down on a selected cell; content coordinates
};

} // namespace dbgr::ui

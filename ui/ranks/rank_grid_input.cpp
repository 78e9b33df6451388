// SPDX-License-Identifier: GPL-3.0-or-later
// What mouse and keys do in the grid: select, drag, focus, lead, zoom.
#include "ui/bridge/session_bridge.h"
#include "ui/ranks/focus_commands.h"
#include "ui/ranks/rank_drag.h"
#include "ui/ranks/rank_grid.h"
#include "ui/ranks/rank_menu.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <utility>

namespace dbgr::ui {

using util::Rank;
using util::RankSet;

void RankGrid::select(const RankSet& ranks)
{
    const RankSet known = ranks & m_context.bridge.session().processes().all();
    setSelection(known);
    if (const auto first = known.lowest()) {
        m_anchor = first;
        setCurrent(*m_layout.cellOf(*first));
    }
}

void RankGrid::setSelection(RankSet ranks)
{
    if (ranks == m_selection)
        return;
    const RankSet touched = (m_selection - ranks) | (ranks - m_selection);
    m_selection = std::move(ranks);
    repaintCells(touched);
    describe();
    emit selectionChanged();
}

std::optional<Rank> RankGrid::currentRank() const
{
    return m_current && m_layout.cellOf(*m_current) ? m_current : std::nullopt;
}

void RankGrid::setCurrent(CellIndex cell)
{
    RankSet touched(m_layout.rankOf(cell));
    if (m_current)
        touched.insert(*m_current);
    m_current = m_layout.rankOf(cell);
    scrollTo(cell);
    repaintCells(touched);
}

RankSet RankGrid::target() const
{
    const RankSet selected = m_selection & m_context.bridge.session().processes().all();
    if (!selected.empty() || !currentRank())
        return selected;
    return RankSet(*currentRank());
}

// --- mouse -----------------------------------------------------------------------------------------------------------

void RankGrid::pressOn(CellIndex cell, Qt::KeyboardModifiers modifiers)
{
    const Rank rank = m_layout.rankOf(cell);
    if (modifiers & Qt::ShiftModifier) {
        moveTo(cell, modifiers);
        return;
    }
    m_anchor = rank;
    setCurrent(cell);
    if (!(modifiers & Qt::ControlModifier)) {
        setSelection(RankSet(rank));
        return;
    }
    RankSet ranks = m_selection;
    if (ranks.contains(rank))
        ranks.erase(rank);
    else
        ranks.insert(rank);
    setSelection(std::move(ranks));
}

void RankGrid::mousePressEvent(QMouseEvent* event)
{
    const QPoint where = toContent(event->position());
    const auto cell = m_layout.cellAt(where);
    if (event->button() != Qt::LeftButton)
        return;
    const bool adds = event->modifiers() & (Qt::ControlModifier | Qt::ShiftModifier);
    if (cell && !adds && m_selection.contains(m_layout.rankOf(*cell))) { // a click selects it alone when it has ended
        m_grip = where;
        return;
    }
    if (cell)
        pressOn(*cell, event->modifiers());
    else if (const HostGroup* const group = m_layout.nameAt(where))
        setSelection((adds ? m_selection : RankSet()) |
                     m_layout.between(group->first, group->first + group->count - 1));
    else if (!adds)
        setSelection({});
    m_band = Band{where, {}, adds ? m_selection : RankSet(), false};
}

void RankGrid::mouseMoveEvent(QMouseEvent* event)
{
    if (m_grip && beginsDrag(*m_grip, toContent(event->position()))) {
        m_grip.reset();
        emit selectionPulled();
        return;
    }
    if (!m_band)
        return;
    const int y = static_cast<int>(event->position().y());
    if (y < 0 || y > viewport()->height())
        verticalScrollBar()->setValue(offset() + (y < 0 ? y : y - viewport()->height()));
    const QPoint to = toContent(event->position());
    if (m_band->stretched || beginsDrag(m_band->from, to))
        stretchBand(to);
}

void RankGrid::stretchBand(const QPoint& to)
{
    m_band->stretched = true;
    const QRect before = m_band->area;
    m_band->area = QRect(m_band->from, to).normalized();
    setSelection(m_band->before | m_layout.ranksIn(m_band->area));
    viewport()->update((before | m_band->area).translated(0, -offset()).adjusted(-1, -1, 1, 1));
}

void RankGrid::mouseReleaseEvent(QMouseEvent* /*event*/)
{
    if (m_band && m_band->stretched)
        viewport()->update(m_band->area.translated(0, -offset()).adjusted(-1, -1, 1, 1));
    m_band.reset();
    const auto grip = std::exchange(m_grip, std::nullopt);
    if (const auto cell = grip ? m_layout.cellAt(*grip) : std::nullopt)
        pressOn(*cell, Qt::NoModifier);
}

void RankGrid::mouseDoubleClickEvent(QMouseEvent* event)
{
    const QPoint where = toContent(event->position());
    if (event->button() != Qt::LeftButton)
        return;
    if (const auto cell = m_layout.cellAt(where))
        focusOn(m_context, RankSet(m_layout.rankOf(*cell)));
    else if (m_layout.nameAt(where))
        focusOn(m_context, target()); // the first click selected the host
}

void RankGrid::wheelEvent(QWheelEvent* event)
{
    if (!(event->modifiers() & Qt::ControlModifier)) {
        QAbstractScrollArea::wheelEvent(event);
        return;
    }
    if (const int turned = event->angleDelta().y(); turned != 0)
        zoom(turned > 0 ? 1 : -1);
    event->accept();
}

void RankGrid::contextMenuEvent(QContextMenuEvent* event)
{
    QPoint where = event->globalPos();
    if (event->reason() == QContextMenuEvent::Mouse) {
        const auto cell = m_layout.cellAt(toContent(event->pos()));
        if (cell && !m_selection.contains(m_layout.rankOf(*cell)))
            pressOn(*cell, Qt::NoModifier);
        else if (cell)
            setCurrent(*cell);
    } else if (const auto rank = currentRank()) {
        where = viewport()->mapToGlobal(cellRect(*rank).center());
    }
    if (QMenu* const menu = makeRankMenu(m_context, target(), currentRank(), this))
        menu->popup(where);
}

// --- keys ------------------------------------------------------------------------------------------------------------

void RankGrid::moveTo(CellIndex cell, Qt::KeyboardModifiers modifiers)
{
    if (modifiers & Qt::ShiftModifier) {
        const auto anchor = m_anchor ? m_layout.cellOf(*m_anchor) : std::nullopt;
        setSelection(m_layout.between(anchor.value_or(cell), cell));
    } else if (!(modifiers & Qt::ControlModifier)) {
        m_anchor = m_layout.rankOf(cell);
        setSelection(RankSet(*m_anchor));
    }
    setCurrent(cell);
}

bool RankGrid::moveByKey(QKeyEvent* event)
{
    const auto rank = currentRank();
    const CellIndex last = m_layout.cellCount() - 1;
    if (last < 0)
        return false;
    const CellIndex now = rank ? *m_layout.cellOf(*rank) : 0;
    const int page = std::max(1, viewport()->height() / m_layout.pitch() - 1);
    CellIndex to = now;
    switch (event->key()) {
    case Qt::Key_Left:
        to = now - 1;
        break;
    case Qt::Key_Right:
        to = now + 1;
        break;
    case Qt::Key_Up:
        to = m_layout.below(now, -1);
        break;
    case Qt::Key_Down:
        to = m_layout.below(now, 1);
        break;
    case Qt::Key_PageUp:
        to = m_layout.below(now, -page);
        break;
    case Qt::Key_PageDown:
        to = m_layout.below(now, page);
        break;
    case Qt::Key_Home:
        to = 0;
        break;
    case Qt::Key_End:
        to = last;
        break;
    default:
        return false;
    }
    moveTo(rank ? std::clamp(to, 0, last) : 0, event->modifiers());
    return true;
}

bool RankGrid::actByKey(QKeyEvent* event)
{
    const auto rank = currentRank();
    const bool control = event->modifiers() & Qt::ControlModifier;
    if (event->matches(QKeySequence::SelectAll)) {
        setSelection(m_context.bridge.session().processes().all());
        return true;
    }
    if (event->matches(QKeySequence::Copy)) {
        QGuiApplication::clipboard()->setText(QString::fromStdString(target().toString()));
        return true;
    }
    switch (event->key()) {
    case Qt::Key_Space:
        if (rank)
            pressOn(*m_layout.cellOf(*rank), Qt::ControlModifier);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!target().empty())
            focusOn(m_context, target());
        return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        if (control)
            zoom(1);
        return control;
    case Qt::Key_Minus:
        if (control)
            zoom(-1);
        return control;
    case Qt::Key_0:
        if (control) {
            setCellSide(std::nullopt);
            return true;
        }
        break;
    default:
        break;
    }
    const QString text = event->text();
    if (text.isEmpty() || !text.front().isDigit())
        return false;
    emit rankTyped(text);
    return true;
}

void RankGrid::keyPressEvent(QKeyEvent* event)
{
    if (!moveByKey(event) && !actByKey(event))
        QAbstractScrollArea::keyPressEvent(event);
}

void RankGrid::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    if (!currentRank() && m_layout.cellCount() > 0)
        m_current = m_leader.value_or(m_layout.rankOf(0));
    if (m_current)
        repaintCells(RankSet(*m_current));
}

void RankGrid::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    if (m_current)
        repaintCells(RankSet(*m_current));
}

} // namespace dbgr::ui

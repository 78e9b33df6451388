// SPDX-License-Identifier: GPL-3.0-or-later
// What is dragged over the groups, and dropped there: ranks of the grid, and other groups.
#include "ui/bridge/session_bridge.h"
#include "ui/ranks/group_edits.h"
#include "ui/ranks/group_strip.h"
#include "ui/ranks/rank_tip.h"

#include <QCoreApplication>
#include <QDragEnterEvent>
#include <QDragLeaveEvent>
#include <QDragMoveEvent>
#include <QDropEvent>
#include <QMouseEvent>
#include <QStatusTipEvent>
#include <QToolButton>
#include <QToolTip>

#include <cstddef>
#include <optional>
#include <utility>

namespace dbgr::ui {

namespace {

/// As everywhere, Shift makes it a move: with it ranks leave the group.
bool meansRemoval(const QDropEvent& event)
{
    return event.proposedAction() == Qt::MoveAction;
}

void tellInStatusBar(QWidget& from, const QString& text)
{
    QStatusTipEvent tip(text);
    QCoreApplication::sendEvent(&from, &tip);
}

} // namespace

bool GroupStrip::takePull(QToolButton& button, const Item& item, const QEvent& event)
{
    const auto where = [&event] { return static_cast<const QMouseEvent&>(event).position().toPoint(); };
    switch (event.type()) {
    case QEvent::MouseButtonPress:
        m_grip.reset();
        if (static_cast<const QMouseEvent&>(event).button() == Qt::LeftButton)
            m_grip = where();
        return false;
    case QEvent::MouseButtonRelease:
        m_grip.reset();
        return false;
    case QEvent::MouseMove:
        break;
    default:
        return false;
    }
    if (!m_grip || !beginsDrag(*m_grip, where()))
        return false;
    m_grip.reset();
    button.setDown(false);
    emit groupPulled(DraggedRanks{item.ranks, item.name});
    return true;
}

// ---- What may be dropped where.

std::optional<DraggedRanks> GroupStrip::readDragged(const QMimeData* data) const
{
    auto what = readRanksData(data);
    if (!what || !m_context.bridge.session().processes().all().containsAll(what->ranks))
        return std::nullopt;
    if (!what->group.empty() && !itemOf(what->group))
        return std::nullopt;
    return what;
}

GroupStrip::Drop GroupStrip::dropAt(const QPoint& where, const DraggedRanks& what, bool takesOut) const
{
    using What = Drop::What;
    const QString from = QString::fromStdString(what.group);
    std::size_t slot = 0;
    while (slot < m_items.size() && !m_buttons[slot]->geometry().contains(where))
        ++slot;
    if (slot == m_items.size())
        return {What::Make,
                m_new,
                {},
                from.isEmpty() ? tr("Make a group of %1").arg(countText(what.ranks))
                               : tr("Make another group like %1").arg(from)};
    const Item& item = m_items[slot];
    QToolButton* const button = m_buttons[slot];
    if (!item.own)
        return {What::Refused, button, {}, tr("%1: every job has this group; its ranks are not chosen").arg(item.text)};
    if (item.name == what.group)
        return {What::Refused, button, {}, tr("%1 has its own ranks already").arg(item.text)};
    if (what.ranks.empty())
        return {What::Refused, button, {}, tr("%1 has no ranks now").arg(from)};
    if (takesOut)
        return {What::Remove, button, item.name, tr("Remove %1 from %2").arg(countText(what.ranks), item.text)};
    return {What::Add, button, item.name,
            tr("Add %1 to %2; with Shift held, remove").arg(countText(what.ranks), item.text)};
}

// ---- What is dragged.

void GroupStrip::dragEnterEvent(QDragEnterEvent* event)
{
    m_dragged = readDragged(event->mimeData());
    event->setAccepted(m_dragged.has_value()); // at which of the groups the moves say
}

void GroupStrip::dragMoveEvent(QDragMoveEvent* event)
{
    event->ignore();
    if (!m_dragged)
        return;
    const Drop drop = dropAt(event->position().toPoint(), *m_dragged, meansRemoval(*event));
    showDrop(drop);
    if (drop.what == Drop::What::Refused)
        return;
    event->setDropAction(drop.what == Drop::What::Remove ? Qt::MoveAction : Qt::CopyAction);
    event->accept();
}

void GroupStrip::dragLeaveEvent(QDragLeaveEvent* /*event*/)
{
    endDrop();
}

void GroupStrip::dropEvent(QDropEvent* event)
{
    endDrop();
    event->ignore();
    const auto what = readDragged(event->mimeData());
    if (!what)
        return;
    const Drop drop = dropAt(event->position().toPoint(), *what, meansRemoval(*event));
    if (drop.what == Drop::What::Refused)
        return;
    event->setDropAction(drop.what == Drop::What::Remove ? Qt::MoveAction : Qt::CopyAction);
    event->accept();
    carryOut(drop, *what);
}

void GroupStrip::showDrop(const Drop& drop)
{
    QToolButton* const takes = drop.what == Drop::What::Refused ? nullptr : drop.button;
    if (QToolButton* const before = std::exchange(m_dropButton, takes); before && before != takes)
        before->setDown(false);
    if (takes)
        takes->setDown(true);
    tellInStatusBar(*this, drop.tip);
    QToolTip::showText(drop.button->mapToGlobal(drop.button->rect().bottomLeft()), drop.tip, this);
}

void GroupStrip::endDrop()
{
    m_dragged.reset();
    if (QToolButton* const button = std::exchange(m_dropButton, nullptr))
        button->setDown(false);
    tellInStatusBar(*this, {});
    QToolTip::hideText();
}

void GroupStrip::carryOut(const Drop& drop, const DraggedRanks& what)
{
    switch (drop.what) {
    case Drop::What::Refused:
        return;
    case Drop::What::Add:
        return addToGroup(m_context, drop.group, what.ranks);
    case Drop::What::Remove:
        return removeFromGroup(m_context, drop.group, what.ranks);
    case Drop::What::Make:
        return what.group.empty() ? askForName(what.ranks) : askForCopy(what.group);
    }
}

} // namespace dbgr::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/values/visible_rows.h"

#include <QEvent>
#include <QScrollBar>
#include <QTreeView>

#include <chrono>

namespace dbgr::ui {

VisibleRows::VisibleRows(QTreeView* view) : QObject(view), m_view(view)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(std::chrono::milliseconds::zero());
    connect(&m_soon, &QTimer::timeout, this, &VisibleRows::changed);
    const auto later = [this] { m_soon.start(); };
    const QAbstractItemModel* const model = view->model();
    connect(model, &QAbstractItemModel::rowsInserted, this, later);
    connect(model, &QAbstractItemModel::rowsRemoved, this, later);
    connect(model, &QAbstractItemModel::layoutChanged, this, later);
    connect(model, &QAbstractItemModel::modelReset, this, later);
    connect(view, &QTreeView::expanded, this, later);
    connect(view, &QTreeView::collapsed, this, later);
    connect(view->verticalScrollBar(), &QScrollBar::valueChanged, this, later);
    view->viewport()->installEventFilter(this);
    m_soon.start();
}

QModelIndexList VisibleRows::rows() const
{
    QModelIndexList seen;
    const int bottom = m_view->viewport()->height();
    for (QModelIndex row = m_view->indexAt({0, 0}).siblingAtColumn(0); row.isValid(); row = m_view->indexBelow(row)) {
        if (m_view->visualRect(row).top() >= bottom)
            break;
        seen << row;
    }
    return seen;
}

bool VisibleRows::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::Show)
        m_soon.start();
    return QObject::eventFilter(watched, event);
}

} // namespace dbgr::ui

#include "moc_visible_rows.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/values/column_fit.h"

#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QTreeView>

#include <utility>

namespace dbgr::ui {

ColumnFit::ColumnFit(QTreeView* view, QList<qreal> weights, int optional, int room)
    : QObject(view), m_view(view), m_weights(std::move(weights)), m_optional(optional), m_room(room)
{
    view->header()->setStretchLastSection(true);
    view->viewport()->installEventFilter(this);
    connect(view->header(), &QHeaderView::sectionResized, this, [this] {
        if (QGuiApplication::mouseButtons() != Qt::NoButton) // the user drags it
            adopt();
    });
}

void ColumnFit::adopt()
{
    const QHeaderView& header = *m_view->header();
    qreal weight = 0; // of those that are seen, all together, stays what it is
    qreal size = 0;
    for (int i = 0; i < m_weights.size(); ++i) {
        if (!header.isSectionHidden(i)) {
            weight += m_weights[i];
            size += header.sectionSize(i);
        }
    }
    for (int i = 0; size > 0 && i < m_weights.size(); ++i) {
        if (!header.isSectionHidden(i))
            m_weights[i] = header.sectionSize(i) * weight / size;
    }
}

bool ColumnFit::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        fit();
    return QObject::eventFilter(watched, event);
}

void ColumnFit::fit()
{
    QHeaderView& header = *m_view->header();
    const int width = m_view->viewport()->width();
    header.setSectionHidden(m_optional, width < m_room);
    qreal weight = 0;
    for (int i = 0; i < m_weights.size(); ++i)
        weight += header.isSectionHidden(i) ? 0 : m_weights[i];
    for (int i = 0; weight > 0 && i < m_weights.size(); ++i) {
        if (!header.isSectionHidden(i))
            header.resizeSection(i, static_cast<int>(width * m_weights[i] / weight));
    }
}

} // namespace dbgr::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/values/column_fit.h"

#include <QEvent>
#include <QHeaderView>
#include <QTreeView>

#include <algorithm>
#include <utility>

namespace dbgr::ui {

ColumnFit::ColumnFit(QTreeView* view, QList<qreal> weights, int optional, int room)
    : QObject(view), m_view(view), m_weights(std::move(weights)), m_optional(optional), m_room(room)
{
    view->header()->setStretchLastSection(true);
    view->viewport()->installEventFilter(this);
    view->header()->viewport()->installEventFilter(this);
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

QList<int> ColumnFit::sizes() const
{
    QList<int> sizes;
    for (int i = 0; i < m_weights.size(); ++i)
        sizes << m_view->header()->sectionSize(i);
    return sizes;
}

void ColumnFit::setLeastFirst(int pixels)
{
    if (std::exchange(m_leastFirst, pixels) != pixels)
        fit();
}

bool ColumnFit::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_view->viewport()) {
        if (event->type() == QEvent::Resize)
            fit();
    } else if (event->type() == QEvent::MouseButtonPress) {
        m_before = sizes();
    } else if (event->type() == QEvent::MouseButtonRelease && sizes() != m_before) {
        // The event has not reached the header yet; what it does with a release changes no width.
        adopt();
    }
    return QObject::eventFilter(watched, event);
}

void ColumnFit::fit()
{
    QHeaderView& header = *m_view->header();
    const int width = m_view->viewport()->width();
    header.setSectionHidden(m_optional, width < m_room * m_view->fontMetrics().averageCharWidth());
    qreal weight = 0;
    for (int i = 0; i < m_weights.size(); ++i)
        weight += header.isSectionHidden(i) ? 0 : m_weights[i];
    if (weight <= 0 || m_weights.size() < 2)
        return;
    const int first = std::max(static_cast<int>(width * m_weights[0] / weight), std::min(m_leastFirst, width / 2));
    header.resizeSection(0, first);
    for (int i = 1; i < m_weights.size(); ++i) {
        if (!header.isSectionHidden(i))
            header.resizeSection(i, static_cast<int>((width - first) * m_weights[i] / (weight - m_weights[0])));
    }
}

} // namespace dbgr::ui

#include "moc_column_fit.cpp"

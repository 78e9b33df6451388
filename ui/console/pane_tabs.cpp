// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/console/pane_tabs.h"

#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace dbgr::ui {

PaneTabs::PaneTabs(const Theme& theme, QWidget* parent) : QTabBar(parent), m_theme(theme)
{
    setDocumentMode(true);
    setDrawBase(false);
    setExpanding(false);
    setUsesScrollButtons(true);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void PaneTabs::setNews(int tab, bool news)
{
    if (news == m_news.contains(tab))
        return;
    if (news)
        m_news.insert(tab);
    else
        m_news.remove(tab);
    setAccessibleTabName(tab, news ? tr("%1, new output").arg(tabText(tab)) : tabText(tab));
    update(tabRect(tab));
}

QSize PaneTabs::tabSizeHint(int index) const
{
    constexpr int kPadding = 10;
    constexpr int kLeast = 32;
    return {std::max(kLeast, fontMetrics().horizontalAdvance(tabText(index)) + 2 * kPadding),
            fontMetrics().height() + 10};
}

void PaneTabs::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    for (int tab = 0; tab < count(); ++tab) {
        const QRect place = tabRect(tab);
        if (!isTabVisible(tab) || !place.intersects(rect()))
            continue;
        const bool current = tab == currentIndex();
        if (current)
            painter.fillRect(place, m_theme.color(ColorRole::Base));
        painter.setPen(m_theme.color(current ? ColorRole::Text : ColorRole::DimText));
        painter.drawText(place, Qt::AlignCenter, tabText(tab));
        if (current) {
            const QColor accent = m_theme.color(hasFocus() ? ColorRole::Accent : ColorRole::Border);
            painter.fillRect(QRect(place.left(), place.bottom() - 1, place.width(), 2), accent);
        }
        if (m_news.contains(tab)) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(m_theme.color(ColorRole::Accent));
            painter.drawEllipse(QRectF(place.right() - 8, place.top() + 4, 5, 5));
        }
    }
}

} // namespace dbgr::ui

#include "moc_pane_tabs.cpp"

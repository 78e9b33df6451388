// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/flat_tab_style.h"

#include "ui/theme/theme.h"

#include <QPainter>
#include <QStyleFactory>
#include <QStyleOptionTab>
#include <QTabBar>

namespace dbgr::ui {

namespace {

constexpr int kAccentHeight = 2;
constexpr int kNewsSide = 6;
constexpr const char* kNews = "dbgrTabsWithNews";

} // namespace

FlatTabStyle::FlatTabStyle(Theme& theme) : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))), m_theme(theme)
{}

void FlatTabStyle::applyTo(QTabBar& bar, Theme& theme)
{
    auto* const style = new FlatTabStyle(theme);
    style->setParent(&bar);
    bar.setStyle(style);
}

void FlatTabStyle::setNews(QTabBar& bar, int tab, bool news)
{
    QStringList titles = bar.property(kNews).toStringList();
    const QString title = bar.tabText(tab);
    if (titles.contains(title) == news)
        return;
    if (news)
        titles << title;
    else
        titles.removeAll(title);
    bar.setProperty(kNews, titles);
    bar.setAccessibleTabName(tab, news ? tr("%1, new output").arg(title) : title);
    bar.update();
}

void FlatTabStyle::drawNews(QPainter& painter, const QRect& area) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.color(ColorRole::Accent));
    painter.drawEllipse(QRectF(area.right() - kNewsSide - 3, area.top() + 5, kNewsSide, kNewsSide));
    painter.restore();
}

void FlatTabStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                               const QWidget* widget) const
{
    const auto* const tab = qstyleoption_cast<const QStyleOptionTab*>(option);
    const bool isCurrent = option->state & State_Selected;
    if (element == CE_TabBarTabShape && tab) {
        const bool isUnderMouse = option->state & State_MouseOver;
        const QRect& area = option->rect;
        painter->fillRect(area, m_theme.color(isCurrent      ? ColorRole::Base
                                              : isUnderMouse ? ColorRole::Alternate
                                                             : ColorRole::Window));
        if (isCurrent)
            painter->fillRect(QRect(area.left(), area.top(), area.width(), kAccentHeight),
                              m_theme.color(ColorRole::Accent));
        painter->fillRect(QRect(area.right(), area.top(), 1, area.height()), m_theme.color(ColorRole::Border));
        return;
    }
    if (element == CE_TabBarTabLabel && tab) {
        QStyleOptionTab quiet(*tab);
        quiet.palette.setColor(QPalette::WindowText, m_theme.color(isCurrent ? ColorRole::Text : ColorRole::DimText));
        QProxyStyle::drawControl(element, &quiet, painter, widget);
        if (widget && widget->property(kNews).toStringList().contains(tab->text))
            drawNews(*painter, tab->rect);
        return;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void FlatTabStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                 const QWidget* widget) const
{
    if (element != PE_FrameTabBarBase)
        QProxyStyle::drawPrimitive(element, option, painter, widget);
}

int FlatTabStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    switch (metric) {
    case PM_TabBarTabShiftVertical:
    case PM_TabBarTabShiftHorizontal:
    case PM_TabBarTabOverlap:
    case PM_TabBarBaseHeight:
    case PM_TabBarBaseOverlap:
        return 0;
    case PM_TabBarTabHSpace:
        return 24;
    case PM_TabBarTabVSpace:
        return 12;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

} // namespace dbgr::ui

#include "moc_flat_tab_style.cpp"

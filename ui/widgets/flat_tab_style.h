// SPDX-License-Identifier: GPL-3.0-or-later
// Tabs without bevels: the current one is a piece of its page, with a line in the accent colour. Thread: GUI.
#pragma once

#include <QProxyStyle>

class QTabBar;

namespace dbgr::ui {

class Theme;

class FlatTabStyle final : public QProxyStyle
{
    Q_OBJECT

public:
    explicit FlatTabStyle(Theme& theme);

    /// A dot on the tab: something is new behind it. It is said to assistive technology, too.
    static void setNews(QTabBar& bar, int tab, bool news);
    /// Gives it to a tab bar, with which it goes.
    static void applyTo(QTabBar& bar, Theme& theme);

    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;

private:
    void drawNews(QPainter& painter, const QRect& area) const;

    Theme& m_theme;
};

} // namespace dbgr::ui

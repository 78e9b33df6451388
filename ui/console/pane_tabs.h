// SPDX-License-Identifier: GPL-3.0-or-later
// A row of small tabs, some of which have a dot: something is new there. Thread: GUI.
#pragma once

#include <QSet>
#include <QTabBar>

namespace dbgr::ui {

class Theme;

class PaneTabs final : public QTabBar
{
    Q_OBJECT

public:
    explicit PaneTabs(const Theme& theme, QWidget* parent = nullptr);

    void setNews(int tab, bool news);
    [[nodiscard]] bool hasNews(int tab) const { return m_news.contains(tab); }

protected:
    void paintEvent(QPaintEvent* event) override;
    QSize tabSizeHint(int index) const override;
    QSize minimumTabSizeHint(int index) const override { return tabSizeHint(index); }

private:
    const Theme& m_theme;
    QSet<int> m_news;
};

} // namespace dbgr::ui

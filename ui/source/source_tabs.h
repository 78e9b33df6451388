// SPDX-License-Identifier: GPL-3.0-or-later
// The tabs of the source area: titles that tell files apart, and the usual ways to close, move and walk them.
// Thread: GUI.
#pragma once

#include <QTabWidget>

#include <functional>
#include <vector>

namespace dbgr::ui {

class SourcePage;
class Theme;

class SourceTabs final : public QTabWidget
{
    Q_OBJECT

public:
    explicit SourceTabs(Theme& theme, QWidget* parent = nullptr);

    [[nodiscard]] SourcePage* page(int index) const;
    [[nodiscard]] SourcePage* currentPage() const;
    [[nodiscard]] std::vector<SourcePage*> pages() const;
    /// Null if there is none.
    [[nodiscard]] SourcePage* find(const std::function<bool(const SourcePage&)>& wanted) const;
    void add(SourcePage* page);
    /// Names of files have changed.
    void updateTitles();
    /// The next tab, or the one before, around the end.
    void walk(int by);

signals:
    /// The page is gone after this.
    void pageClosing(dbgr::ui::SourcePage* page);

public slots:
    void close(int index);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showMenu(const QPoint& position);
    void addCloseButton(int index);
    void restyle();

    Theme& m_theme;
};

} // namespace dbgr::ui

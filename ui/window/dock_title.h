// SPDX-License-Identifier: GPL-3.0-or-later
// A dock's title bar: slim, with its buttons; none where the dock's tab says the same already. Thread: GUI.
#pragma once

#include <QWidget>

class QDockWidget;
class QToolButton;

namespace dbgr::ui {

class Theme;

class DockTitle final : public QWidget
{
    Q_OBJECT

public:
    DockTitle(QDockWidget& dock, Theme& theme);

    /// With false it takes no room.
    void setShown(bool shown);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QToolButton* addButton(const QString& name, const QString& tip);
    void showIcons();

    QDockWidget& m_dock;
    Theme& m_theme;
    QToolButton* m_float;
    QToolButton* m_close;
    bool m_shown = true;
};

} // namespace dbgr::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The small card beside the mouse that shows a value. It takes neither focus nor clicks. Thread: GUI.
#pragma once

#include "ui/source/hover_value.h"

#include <QFrame>

class QLabel;

namespace dbgr::ui {

class Theme;

class HoverLabel final : public QFrame
{
    Q_OBJECT

public:
    HoverLabel(Theme& theme, QWidget* parent);

    /// Beside this point, on the screen.
    /// Not over a menu or dialog; one that opens later hides it.
    void showText(const HoverText& text, const QPoint& global);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void restyle();

    Theme& m_theme;
    QLabel* m_value;
    QLabel* m_across;
};

} // namespace dbgr::ui

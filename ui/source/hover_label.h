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
    void showText(const HoverText& text, const QPoint& global);

private:
    void restyle();

    Theme& m_theme;
    QLabel* m_value;
    QLabel* m_across;
};

} // namespace dbgr::ui

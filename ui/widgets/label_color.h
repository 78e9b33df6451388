// SPDX-License-Identifier: GPL-3.0-or-later
// The colour of a label's text, whatever lies behind it. Thread: GUI.
#pragma once

#include <QColor>
#include <QLabel>
#include <QPalette>

namespace dbgr::ui {

inline void setLabelColor(QLabel& label, const QColor& color)
{
    QPalette colors = label.palette();
    colors.setColor(QPalette::WindowText, color);
    label.setPalette(colors);
    label.setForegroundRole(QPalette::WindowText); // on a parent with Base behind it, it were Text
}

} // namespace dbgr::ui

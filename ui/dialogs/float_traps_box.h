// SPDX-License-Identifier: GPL-3.0-or-later
// Which results of floating-point arithmetic stop the ranks of the focus: a box each, which takes effect at once.
// Part of SignalsDialog. Thread: GUI.
#pragma once

#include "ui/window/ui_context.h"
#include "util/float_traps.h"

#include <QGroupBox>

#include <vector>

class QCheckBox;

namespace dbgr::ui {

class FloatTrapsBox final : public QGroupBox
{
    Q_OBJECT

public:
    FloatTrapsBox(UiContext& context, QWidget* parent);
    /// Shows what holds: a box is half checked where only some of the ranks have its trap.
    void showTraps();

private:
    struct Box
    {
        util::FloatTrap trap;
        QCheckBox* widget;
    };
    void take(const Box& box);

    UiContext& m_context;
    std::vector<Box> m_boxes;
};

} // namespace dbgr::ui

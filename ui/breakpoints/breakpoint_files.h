// SPDX-License-Identifier: GPL-3.0-or-later
// Breakpoints that are saved in files of their own, and set from files. Way: actions -> here -> session/file.
// Thread: GUI.
#pragma once

#include "ui/window/ui_context.h"

#include <QObject>

class QWidget;

namespace dbgr::ui {

class BreakpointFiles final : public QObject
{
    Q_OBJECT

public:
    /// \param window its dialogs stand before
    BreakpointFiles(UiContext& context, QWidget* window);

    void load(const QString& file);
    void save(const QString& file);

private:
    void askForFile(bool isToSave);
    void update();

    UiContext& m_context;
    QWidget* m_window;
};

} // namespace dbgr::ui

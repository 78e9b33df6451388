// SPDX-License-Identifier: GPL-3.0-or-later
// "Save as Script": keeps a record of what the user did in the window, and writes it as a script for
// `dbgr --batch --script`. Thread: GUI.
#pragma once

#include "session/session_script.h"
#include "ui/window/ui_context.h"

#include <QObject>
#include <QString>

class QWidget;

namespace dbgr::ui {

class ScriptRecorder final : public QObject
{
    Q_OBJECT

public:
    /// \param window the parent of the file dialog
    ScriptRecorder(UiContext& context, QWidget* window);

    /// Writes the script, or says in a notice why not.
    void save(const QString& file);

private:
    void chooseFile();

    UiContext& m_context;
    QWidget* m_window;
    session::SessionScript m_script;
};

} // namespace dbgr::ui

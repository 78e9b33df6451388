// SPDX-License-Identifier: GPL-3.0-or-later
// The File menu's commands for sessions: what is asked before, the file dialogs, the list of recent ones.
// Way: action -> here -> session_files. Thread: GUI.
#pragma once

#include "ui/sessions/recent_sessions.h"
#include "ui/sessions/session_files.h"
#include "ui/sessions/session_recovery.h"
#include "ui/window/run_control.h"
#include "ui/window/ui_context.h"

#include <QObject>
#include <QString>

#include <functional>

class QMenu;
class QWidget;

namespace dbgr::ui {

class SessionActions final : public QObject
{
    Q_OBJECT

public:
    /// \param control outlives this \param window the parent of dialogs and of this
    SessionActions(UiContext& context, const RunControl& control, SessionParts parts, QWidget* window);

    [[nodiscard]] SessionFiles& files() { return m_files; }
    /// "Recent Sessions".
    [[nodiscard]] QMenu* recentMenu() { return m_recentMenu; }
    /// Opens a file, after a question if something would be lost.
    void open(const QString& file);
    /// Saves in the file that there is, or asks for one. \param then when it is saved
    void save(std::function<void()> then = nullptr);
    /// The title's part of it: "ring[*] - "; "" without a file.
    [[nodiscard]] QString titlePart() const;

signals:
    void confirmationNeeded(const dbgr::ui::Confirmation& confirmation);
    /// Another session was put in the place of what there was: it can be started.
    void taken();
    /// The title is another, or whether there is something to save.
    void changed();

private:
    void chooseToOpen();
    void chooseToSave(std::function<void()> then);
    bool saveTo(const QString& file);
    /// `proceed`, after a question if the job or unsaved changes are in its way.
    void confirm(const QString& name, std::function<void()> proceed);
    void fillRecentMenu();
    [[nodiscard]] QString folder() const;

    UiContext& m_context;
    const RunControl& m_control;
    QWidget* m_window;
    RecentSessions m_recent;
    SessionFiles m_files;
    SessionRecovery m_recovery;
    QMenu* m_recentMenu;
};

} // namespace dbgr::ui

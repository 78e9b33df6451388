// SPDX-License-Identifier: GPL-3.0-or-later
// Saves the session by itself whenever there is something new, and offers what a dbgr that died has left.
// Way: session_files -> here -> autosave; action -> here -> recoveryWanted. Thread: GUI.
#pragma once

#include "ui/sessions/autosave.h"
#include "ui/window/ui_context.h"

#include <QObject>

#include <optional>

namespace dbgr::ui {

class SessionFiles;

class SessionRecovery final : public QObject
{
    Q_OBJECT

public:
    /// \param folder of the autosave \param files outlives this
    SessionRecovery(UiContext& context, SessionFiles& files, const QString& folder, QObject* parent = nullptr);

    /// Says that there is something to recover, if there is.
    void offer();
    /// It was put back, or nobody wants it.
    void discard();

signals:
    /// The user wants the lost session back. It is kept until discard().
    void recoveryWanted(const dbgr::session::SessionDocument& document);

private:
    void save();
    void enableActions();

    UiContext& m_context;
    SessionFiles& m_files;
    Autosave m_autosave;
    std::optional<LostSession> m_lost;
};

/// "mpiexec -n 4 ./ring: 3 breakpoints, 1 watch".
[[nodiscard]] QString describe(const session::SessionDocument& document);

} // namespace dbgr::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The session of this window, saved by itself in the user's state folder while the window is open; and those that other
// windows have left there when they died. Each has a lock, by which the others see who lives. Thread: GUI.
#pragma once

#include "session/file/session_document.h"
#include "util/result.h"

#include <QDateTime>
#include <QLockFile>
#include <QString>
#include <QStringList>
#include <QThreadPool>

#include <memory>
#include <optional>

namespace dbgr::ui {

/// A session that was left behind.
struct LostSession
{
    QString file;
    QDateTime when; ///< it was saved
    session::SessionDocument document;
};

class Autosave
{
public:
    /// \param folder made when it is needed, for its owner alone; "" nothing is saved, and nothing found
    explicit Autosave(QString folder);
    /// The end as it should be: nothing is left behind.
    ~Autosave();
    Autosave(const Autosave&) = delete;
    Autosave& operator=(const Autosave&) = delete;

    /// Whole or not at all, for its owner alone, and never through a link: written by a worker, for the disk may be
    /// slow. \errors there is no place for it; session::writeSession()'s. What goes wrong later is in the log.
    [[nodiscard]] util::Result<void> save(const session::SessionDocument& document);
    /// Waits until all that was saved is on the disk.
    void finish();
    /// There is nothing worth keeping any more.
    void forget();

    /// Of windows that have died here, the newest. What cannot be read is not counted.
    [[nodiscard]] std::optional<LostSession> newestLost() const;
    /// Removes it, and all older ones.
    void removeLost(const LostSession& lost) const;

    /// Where the window saves: in util::stateFolder(); "" there is no place for it.
    [[nodiscard]] static QString userFolder();

private:
    [[nodiscard]] util::Result<void> takePlace();
    /// Files that no living window has, newest first.
    [[nodiscard]] QStringList ownerless() const;

    QString m_folder;
    QString m_file; ///< ours
    std::unique_ptr<QLockFile> m_lock;
    QThreadPool m_writer; ///< one thread: one after the other
};

} // namespace dbgr::ui

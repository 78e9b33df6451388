// SPDX-License-Identifier: GPL-3.0-or-later
// The window's session as a file: what of it there is to save, whether that is saved, and another one in its place. No
// dialogs. Way: session, settings and window <-> here <-> file. Thread: GUI.
#pragma once

#include "session/file/session_document.h"
#include "session/file/session_restorer.h"
#include "ui/start/launch_request.h"
#include "ui/window/ui_context.h"
#include "util/result.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <functional>
#include <optional>

namespace dbgr::ui {

class Bookmarks;

/// What only the window knows of a session.
struct SessionParts
{
    std::function<LaunchRequest()> launch; ///< of the last job, or what the start page says
    std::function<void(const LaunchRequest&)> setLaunch;
    std::function<QByteArray()> layout;
    std::function<void(const QByteArray&)> setLayout;
    std::function<void()> breakpointsAreGiven; ///< before others take the place of those that are remembered
    Bookmarks* bookmarks;                      ///< never null
};

class SessionFiles final : public QObject
{
    Q_OBJECT

public:
    SessionFiles(UiContext& context, SessionParts parts, QObject* parent = nullptr);

    /// What would be saved now.
    [[nodiscard]] session::SessionDocument document() const;
    /// That was opened or saved last; "" none.
    [[nodiscard]] const QString& file() const { return m_file; }
    /// "ring"; "" without a file.
    [[nodiscard]] QString name() const;
    /// There is a file, and it does not say what would be saved now. Where docks and focus are does not count.
    [[nodiscard]] bool isModified() const { return m_modified; }

    /// Somebody else has written another session into the file since it was opened or saved here.
    [[nodiscard]] bool isAnotherOnDisk() const;

    /// \errors session::openSessionFile()'s; then nothing is changed
    [[nodiscard]] util::Result<void> open(const QString& file);
    /// Puts a document in the place of what there is; notices tell what cannot be restored.
    /// \param file it is from; "" none: it was recovered
    void take(const session::SessionDocument& document, const QString& file);
    /// \return what was written \errors session::saveSessionFile()'s
    [[nodiscard]] util::Result<session::SessionDocument> save(const QString& file);

signals:
    /// Another file, or whether it is modified.
    void changed();
    /// There is another document than a moment ago. For the autosave.
    void edited();

private:
    void setFile(const QString& file);
    void look();
    void takeWindowParts(const session::SessionDocument& document);
    void tellProblem(const util::Error& error);

    UiContext& m_context;
    SessionParts m_parts;
    session::SessionRestorer m_restorer;
    session::SessionDocument m_base;                ///< that was taken last
    session::SessionDocument m_saved;               ///< as the file has it
    std::optional<session::SessionDocument> m_disk; ///< what was read from the file last, or written into it
    session::SessionDocument m_seen;                ///< when look() looked last
    QString m_file;
    QStringList m_problems; ///< of the document that is being taken
    QTimer m_look;
    bool m_modified = false;
};

} // namespace dbgr::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// A session file without the window: what it says is put into the session and told where that cannot be; and the
// session is saved with what only the window knows as it was in the file. Way: application -> here -> session.
// Thread: the session's.
#pragma once

#include "session/file/session_document.h"
#include "session/file/session_restorer.h"
#include "util/result.h"

#include <functional>
#include <string>
#include <vector>

namespace dbgr::app {

class Printer;

/// Writes a session file. \return what it has in it \errors those of session::saveSessionFile()
using SessionSaver = std::function<util::Result<session::SessionDocument>(const std::string& file)>;

class SessionKeeper
{
public:
    /// \param session, \param printer and \param folders outlive this \param document what was opened, or an empty one
    /// \param environment dbgr's own: "NAME=value" each
    SessionKeeper(session::Session& session, Printer& printer, session::SourceFolders& folders,
                  session::SessionDocument document, std::vector<std::string> environment);

    /// Breakpoints, groups and source folders at once, the focus when the job has its ranks. What cannot be is told as
    /// a warning.
    void restore();
    /// As SessionSaver.
    [[nodiscard]] util::Result<session::SessionDocument> save(const std::string& file) const;

private:
    session::Session& m_session;
    Printer& m_printer;
    session::SourceFolders& m_folders;
    session::SessionDocument m_document;
    std::vector<std::string> m_environment;
    session::SessionRestorer m_restorer;
};

/// Of a session that no file was opened for, with all variables of its job.
[[nodiscard]] util::Result<session::SessionDocument> saveAsItIs(const session::Session& session,
                                                                const std::string& file);

} // namespace dbgr::app

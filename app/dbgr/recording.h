// SPDX-License-Identifier: GPL-3.0-or-later
// --record: what is done in a session, as a script in a file. Thread: the session's.
#pragma once

#include "session/session.h"
#include "session/session_script.h"
#include "util/result.h"
#include "util/subscription.h"
#include "util/unique_fd.h"

#include <string>

namespace dbgr::app {

class Recording
{
public:
    /// Makes the file, for nobody else to read: a script has what was typed. "": nothing is recorded.
    /// \errors Errc::BadRecord: it cannot be made, or there is something in it, or it is no plain file
    [[nodiscard]] static util::Result<Recording> open(const std::string& path);

    /// \pre nothing was done in the session yet; this stays where it is as long as the session lives
    void watch(session::Session& session);
    /// Writes the script. \errors Errc::BadRecord
    [[nodiscard]] util::Result<void> finish();

private:
    std::string m_path;
    util::UniqueFd m_file;
    session::SessionScript m_script;
    util::Subscription m_subscription;
};

} // namespace dbgr::app

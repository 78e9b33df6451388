// SPDX-License-Identifier: BSD-3-Clause
// Session files that the user names: opened, and saved. Thread: any; blocks for as long as a small file takes.
#pragma once

#include "session/file/session_document.h"
#include "util/result.h"

#include <string>
#include <string_view>

namespace dbgr::session {

/// What the names of session files end with; scripts of dbgr have it, too.
inline constexpr std::string_view kSessionEnding = ".dbgr";

/// \errors those of readWholeFile() and readSession(), with the path; Errc::BadSessionFile if it is a script
[[nodiscard]] util::Result<SessionDocument> openSessionFile(const std::string& path);

/// Whole or not at all. A link is followed to the file that it names. \errors Errc::BadSessionFile: what is there is no
/// session file, and is not overwritten; those of writeSession() and writeWholeFile()
[[nodiscard]] util::Result<void> saveSessionFile(const std::string& path, const SessionDocument& document);

} // namespace dbgr::session

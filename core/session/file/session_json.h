// SPDX-License-Identifier: BSD-3-Clause
// A session document as JSON text, and back. The reader is strict, for files come from anywhere: what it does not know,
// finds twice or finds too large it refuses, in words that name the field. docs/manual/session-files.md is the format.
// Pure. Thread: any.
#pragma once

#include "session/file/session_document.h"
#include "util/result.h"

#include <string>
#include <string_view>

namespace dbgr::session {

/// Raised when a file of the new kind means something else to an older reader, or has fields that it would refuse.
inline constexpr int kSessionVersion = 7;

/// Whether it could be a session file: it begins with `{`. Scripts of dbgr, which have the same ending, do not.
[[nodiscard]] bool looksLikeSession(std::string_view text);

/// Indented, for people who read and compare it, with a line end at its end.
/// \errors Errc::BadSessionFile: some text is not UTF-8, or there is more of something than readSession() takes
[[nodiscard]] util::Result<std::string> writeSession(const SessionDocument& document);

/// \errors Errc::BadSessionFile; Errc::NewerSessionFile: a newer dbgr wrote it
[[nodiscard]] util::Result<SessionDocument> readSession(std::string_view text);

} // namespace dbgr::session

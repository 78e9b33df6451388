// SPDX-License-Identifier: BSD-3-Clause
// A session as a document. Pure: it only looks. Way: session -> here -> file. Thread: the session's.
#pragma once

#include "session/file/session_document.h"

#include <string>
#include <vector>

namespace dbgr::session {

class Session;

/// What there is to save now. What a session does not have itself (watches, source folders, bookmarks, layout; and how
/// the job is started, if this session has started none) stays as it is in `base`.
/// \param own dbgr's environment, "NAME=value" each: what the job had in common with it is not saved
[[nodiscard]] SessionDocument documentOf(const Session& session, const std::vector<std::string>& own,
                                         SessionDocument base = {});

/// Those of `whole` that are not in `own`: "NAME=value" each.
[[nodiscard]] std::vector<std::string> onTopOf(const std::vector<std::string>& own,
                                               const std::vector<std::string>& whole);
/// `own` with `added` in it, of which each takes the place of one of its name.
[[nodiscard]] std::vector<std::string> withVariables(std::vector<std::string> own,
                                                     const std::vector<std::string>& added);

} // namespace dbgr::session

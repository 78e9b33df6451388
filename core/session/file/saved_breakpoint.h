// SPDX-License-Identifier: BSD-3-Clause
// One breakpoint as it is saved, and set again: in this session or another one. Thread: the session's.
#pragma once

#include "session/file/session_document.h"
#include "util/ids.h"
#include "util/result.h"

namespace dbgr::session {

class Session;
struct Breakpoint;

[[nodiscard]] SavedBreakpoint savedForm(const Breakpoint& breakpoint);

/// Beside those that there are, under a number of its own. \errors parseBreakpoint()'s, Session::addBreakpoint()'s,
/// RankSet::parse()'s of those who gather there
[[nodiscard]] util::Result<util::BreakpointId> setSaved(Session& session, const SavedBreakpoint& saved);

} // namespace dbgr::session

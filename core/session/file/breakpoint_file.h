// SPDX-License-Identifier: BSD-3-Clause
// Breakpoints without the rest of a session: saved to a session file that has nothing else, and set again from any
// session file, beside those that there are. Way: breakpoints -> here -> session_file, and back.
// Thread: the session's; blocks for as long as a small file takes.
#pragma once

#include "util/ids.h"
#include "util/result.h"

#include <cstddef>
#include <string>
#include <vector>

namespace dbgr::session {

class BreakpointStore;
class Session;

/// Whole or not at all. \return how many \errors saveSessionFile()'s; Errc::BadSessionFile: what is there is a session
/// with more in it than breakpoints, which is not overwritten
[[nodiscard]] util::Result<std::size_t> saveBreakpoints(const std::string& path, const BreakpointStore& breakpoints);

struct LoadedBreakpoints
{
    std::vector<util::BreakpointId> set; ///< anew
    std::size_t known = 0;               ///< where one stood already, which stays as it is
    std::vector<util::Error> refused;    ///< with the breakpoint's text
};

/// \errors openSessionFile()'s; then none is set
[[nodiscard]] util::Result<LoadedBreakpoints> loadBreakpoints(const std::string& path, Session& session);

} // namespace dbgr::session

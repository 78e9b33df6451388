// SPDX-License-Identifier: BSD-3-Clause
// The first line of a recorded script: with what command dbgr got its job; and how another environment is written.
// Pure. Thread: any.
#pragma once

#include "launchers/attach_spec.h"
#include "launchers/launch_spec.h"

#include <string>
#include <vector>

namespace dbgr::session {

/// In one line, whatever the text is.
[[nodiscard]] std::string oneLine(std::string text);

/// " -u NAME OTHER=value", as `env` and `restart` take it; "" they are alike.
[[nodiscard]] std::string environmentChanges(const std::vector<std::string>& from, const std::vector<std::string>& to);
/// "# dbgr --stop=exec mpiexec -n 2 ./ring", as a shell takes it. \param environment that dbgr is in
[[nodiscard]] std::string scriptHeader(const launchers::LaunchSpec& spec, const std::vector<std::string>& environment);
/// "# dbgr --attach 4711 --ranks 0-3"
[[nodiscard]] std::string scriptHeader(const launchers::AttachSpec& spec);

} // namespace dbgr::session

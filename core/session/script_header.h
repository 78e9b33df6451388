// SPDX-License-Identifier: BSD-3-Clause
// The first line of a recorded script: with what command dbgr got its job. Pure. Thread: any.
#pragma once

#include "launchers/attach_spec.h"
#include "launchers/launch_spec.h"

#include <string>

namespace dbgr::session {

/// In one line, whatever the text is.
[[nodiscard]] std::string oneLine(std::string text);

/// "# dbgr --stop=exec mpiexec -n 2 ./ring", as a shell takes it.
[[nodiscard]] std::string scriptHeader(const launchers::LaunchSpec& spec);
/// "# dbgr --attach 4711 --ranks 0-3"
[[nodiscard]] std::string scriptHeader(const launchers::AttachSpec& spec);

} // namespace dbgr::session

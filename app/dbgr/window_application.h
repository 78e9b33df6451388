// SPDX-License-Identifier: GPL-3.0-or-later
// The composition root of the window: Qt's loop is the session's thread, the sockets have one of their own. Builds
// everything, runs it, and takes it down in the right order. Thread: main's.
#pragma once

#include "app/dbgr/application.h"
#include "app/dbgr/command_line.h"

namespace dbgr::app {

/// Opens the window, launches what the command line names (or shows the start page), and runs until it is closed.
/// \return dbgr's exit status
[[nodiscard]] int runWindow(const CommandLine& line, const BackendFactory& makeBackend);

} // namespace dbgr::app

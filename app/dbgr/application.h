// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the command line and runs the face that it asks for: a text or a sentence, batch, or the window. The
// composition root of batch: builds loop, backend, session, printer, source, runs them, and takes them down in the
// right order. Thread: main's.
#pragma once

#include "app/dbgr/command_line.h"
#include "app/dbgr/exit_codes.h"
#include "net/event_loop.h"
#include "session/backend.h"
#include "util/error.h"
#include "util/executor.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace dbgr::app {

/// Makes the job's backend: its sockets on the loop, its events to the session's executor (which may be the loop).
using BackendFactory = std::function<std::unique_ptr<session::Backend>(net::EventLoop&, util::Executor& session,
                                                                       const std::vector<std::string>& environment)>;

/// Opens the window for a command line, until it is closed. \return dbgr's exit status
using WindowRunner = std::function<int(const CommandLine&, const BackendFactory&)>;

/// Runs dbgr. \param arguments without the program's name
/// \param runWindow null in a dbgr that was built without the window: it then always works as with --batch
/// \return its exit status
[[nodiscard]] int runApplication(std::span<const std::string> arguments, const BackendFactory& makeBackend,
                                 const WindowRunner& runWindow);

/// Prints an error. \return the exit status
[[nodiscard]] int failWith(ExitCode code, const util::Error& error);

} // namespace dbgr::app

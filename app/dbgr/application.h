// SPDX-License-Identifier: GPL-3.0-or-later
// The composition root of dbgr: reads the command line, builds loop, backend, session, printer, source and batch, runs
// them, and takes them down in the right order. Thread: main's, which runs the loop.
#pragma once

#include "app/dbgr/command_line.h"
#include "net/event_loop.h"
#include "session/backend.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace dbgr::app {

/// Makes the job's backend on the loop, which is also the session's executor.
using BackendFactory =
    std::function<std::unique_ptr<session::Backend>(net::EventLoop&, const std::vector<std::string>& environment)>;

/// Runs dbgr. \param arguments without the program's name \return its exit status
[[nodiscard]] int runApplication(std::span<const std::string> arguments, const BackendFactory& makeBackend);

} // namespace dbgr::app

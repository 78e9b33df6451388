// SPDX-License-Identifier: GPL-3.0-or-later
// From the command line to what the session is to begin. Thread: any.
#pragma once

#include "app/dbgr/command_line.h"
#include "launchers/attach_spec.h"
#include "launchers/launch_spec.h"
#include "session/file/session_document.h"
#include "util/result.h"

#include <string>
#include <variant>
#include <vector>

namespace dbgr::app {

/// What a session begins with.
using JobSpec = std::variant<launchers::LaunchSpec, launchers::AttachSpec>;

/// What the session file of the command line says; an empty one, if it names none. \errors session::openSessionFile()'s
[[nodiscard]] util::Result<session::SessionDocument> sessionOf(const CommandLine& line);

/// The working directory is ours. \param environment "NAME=value", whole
/// \param session what a session file adds: its variables; and where the command line names no job, how it is started
[[nodiscard]] JobSpec jobSpec(const CommandLine& line, std::vector<std::string> environment,
                              const session::SessionDocument& session = {});

} // namespace dbgr::app

// SPDX-License-Identifier: GPL-3.0-or-later
// What a launch form says, as a session file has it, and back. Pure. Thread: any.
#pragma once

#include "session/file/session_document.h"
#include "ui/start/launch_request.h"

#include <optional>

namespace dbgr::ui {

/// Nothing, if no job could be started from it. Its first stop is no part of it: that is a breakpoint.
[[nodiscard]] std::optional<session::SavedLaunch> savedLaunchOf(const LaunchRequest& request);
[[nodiscard]] LaunchRequest requestOf(const session::SavedLaunch& launch);

/// "NAME=value" each: what the job has in its environment and this process has not.
[[nodiscard]] QStringList addedVariables(const launchers::LaunchSpec& spec);

} // namespace dbgr::ui

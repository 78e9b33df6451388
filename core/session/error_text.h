// SPDX-License-Identifier: BSD-3-Clause
// The one place where an error becomes text for a person, and the errors that no other layer words.
// Thread: any.
#pragma once

#include "session/launch/launcher_kind.h"
#include "util/error.h"

#include <string>
#include <string_view>

namespace dbgr::session {

/// What was tried, on what, why it failed; and in lines of their own what to do now. No line end behind it.
/// \code
/// launching: /usr/bin/ls is no launcher that dbgr knows
///   What to do: ...
/// \endcode
[[nodiscard]] std::string errorText(const util::Error& error);

/// No such program in PATH.
[[nodiscard]] util::Error noSuchLauncher(std::string_view typed);
/// A program that is none, as far as dbgr knows.
[[nodiscard]] util::Error unknownLauncher(const LauncherKind& launcher);
/// A warning: stacks and locals will be poor.
[[nodiscard]] util::Error noDebugInfo(std::string_view executable);

} // namespace dbgr::session

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
/// launching mpirun: /usr/bin/mpirun is Open MPI 4 (ORTE), which debuggers cannot control through PMIx
///   What to do: ...
/// \endcode
[[nodiscard]] std::string errorText(const util::Error& error);

/// No such program in PATH.
[[nodiscard]] util::Error noSuchLauncher(std::string_view typed);
/// It is known not to be controllable, or not known at all.
[[nodiscard]] util::Error noPmixSupport(const LauncherKind& launcher);
/// A warning: stacks and locals will be poor.
[[nodiscard]] util::Error noDebugInfo(std::string_view executable);

} // namespace dbgr::session

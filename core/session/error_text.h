// SPDX-License-Identifier: BSD-3-Clause
// The one place where an error becomes text for a person, and the errors that a user meets whatever layer saw them
// first. Thread: any.
#pragma once

#include "util/error.h"
#include "util/ids.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace dbgr::session {

/// What was tried, on what, why it failed; and in lines of their own what to do now. No line end behind it.
/// \code
/// launching "mpiexec -n 4 ./rnig": the launcher could not run the program
///   no such file: ./rnig
///   What to do: check the name and that every node has the program at this path.
/// \endcode
[[nodiscard]] std::string errorText(const util::Error& error);

/// No such program in PATH.
[[nodiscard]] util::Error noSuchLauncher(std::string_view launcher);
/// \param kind what it is: "Open MPI 4 (ORTE)"
[[nodiscard]] util::Error noPmixSupport(std::string_view launcher, std::string_view kind);
/// The launcher ended before it started the job. \param words its own, as it wrote them
[[nodiscard]] util::Error badLauncherOption(std::string_view command, int status, std::string_view words);
[[nodiscard]] util::Error launcherKilled(std::string_view command, int signal);
/// \param words the launcher's own; may be ""
[[nodiscard]] util::Error programMissing(std::string_view command, std::string_view words);
[[nodiscard]] util::Error programNeverCalledInit(std::string_view command);
[[nodiscard]] util::Error noDebugInfo(std::string_view executable);

} // namespace dbgr::session

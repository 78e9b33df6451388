// SPDX-License-Identifier: BSD-3-Clause
// Where the programs are that came with the one that runs. They find each other by where they lie, so that an
// installation may stand anywhere, be moved, be reached through symbolic links, and have others beside it.
// Thread: any.
#pragma once

#include <string>
#include <string_view>

namespace dbgr::util {

/// The absolute path of the running program's file, all links followed; "" if the system does not tell.
[[nodiscard]] std::string runningProgram();

/// The absolute path of a program of dbgr that people start: in bin of an installation. In a build folder all programs
/// lie together.
/// \param self absolute path of any program of dbgr; "": nothing is known of it, and `name` is all there is to say
/// \return where it is, or if it is nowhere, where it should be
[[nodiscard]] std::string ownProgram(std::string_view name, const std::string& self = runningProgram());

/// Likewise of one that only programs of dbgr start: in libexec/dbgr.
[[nodiscard]] std::string ownHelper(std::string_view name, const std::string& self = runningProgram());

} // namespace dbgr::util

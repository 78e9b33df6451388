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

/// The absolute path of a program of dbgr: among the helpers of an installation (libexec/dbgr, seen from bin), or else
/// beside `self`: in a build folder all lie together, and so do the helpers of an installation.
/// \param self absolute path of a program of dbgr; "": nothing is known of it, and `name` is all there is to say
/// \return where it is, or if it is nowhere, where it should be
[[nodiscard]] std::string ownProgram(std::string_view name, const std::string& self = runningProgram());

} // namespace dbgr::util

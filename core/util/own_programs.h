// SPDX-License-Identifier: BSD-3-Clause
// Where the programs are that came with the one that runs. They find each other by where they lie, so that an
// installation may stand anywhere, be moved, be reached through symbolic links, and have others beside it.
// Thread: any.
#pragma once

#include <string>
#include <string_view>
#include <vector>

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

/// What to give as `self` for programs on the nodes of a job: something in the installation that DBGR_DBGD names by its
/// folder, which all nodes see, or else ourselves.
/// \param environment "NAME=value"
[[nodiscard]] std::string selfOnNodes(const std::vector<std::string>& environment);

/// The absolute path of a folder that a portable installation, one that brings all libraries with it, has for what
/// these libraries load; "" where there is none, and the system's own are used.
[[nodiscard]] std::string ownCompanion(std::string_view name, const std::string& self = runningProgram());

} // namespace dbgr::util

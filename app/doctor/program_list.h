// SPDX-License-Identifier: GPL-3.0-or-later
// The programs that dbgr consists of, as the build files list them, and what they say of themselves. Thread: any.
#pragma once

#include "app/doctor/run_program.h"
#include "util/own_programs.h"

#include <string>
#include <string_view>
#include <vector>

namespace dbgr::doctor {

enum class ProgramKind
{
    User,   ///< people start it on the node where they work
    Node,   ///< people may write it into command lines; runs on a job's nodes
    Helper, ///< only programs of ours start it, on a job's nodes
};

struct ListedProgram
{
    ProgramKind kind = ProgramKind::User;
    std::string name;
};

[[nodiscard]] const std::vector<ListedProgram>& programList();

/// What an installed program answered when it was asked for its version.
struct ProgramAnswer
{
    std::string name;
    std::string path;
    std::string version; ///< "0.1.0"; "" none came
    std::string details; ///< lines, "LLDB: 22.1.8"
    std::string failure; ///< why there is no version, in words
};

/// "NAME VERSION", and lines of details.
[[nodiscard]] ProgramAnswer readAnswer(std::string name, std::string path, const ProgramRun& run);
/// \param verbose its details, too \param self any program of the installation that is asked; by default it is this one
[[nodiscard]] ProgramAnswer askProgram(const ListedProgram& program, bool verbose,
                                       const std::string& self = util::runningProgram());

/// This program's version.
[[nodiscard]] std::string_view ownVersion();

} // namespace dbgr::doctor

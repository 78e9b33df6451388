// SPDX-License-Identifier: GPL-3.0-or-later
// `dbgr doctor [NODE...]`: prints what was found, for people or as JSON. Pure but for runDoctor(). Thread: any.
#pragma once

#include "app/dbgr/own_commands.h"
#include "app/dbgr/text_format.h"
#include "app/doctor/finding.h"

#include <string>

namespace dbgr::app {

/// \code
/// n1
///   fine     tracing        processes of yours can be attached to
///   limited  core-files     crashed ranks leave no core files (their size is limited to 0)
///                           If you want them, for 'dbgr --core': ulimit -c unlimited
/// \endcode
[[nodiscard]] std::string findingsAsText(const std::string& node, const doctor::Findings& findings, const Style& style);
/// One line each: {"reply":"finding","node":"n1","check":...,"verdict":...,"found":...,"advice":...}
[[nodiscard]] std::string findingsAsJson(const std::string& node, const doctor::Findings& findings);

/// The findings on this node: those on any node of a job, and those of where people work.
[[nodiscard]] doctor::Findings examineThisNode(bool withWindow);

/// \param withWindow whether this dbgr has one
/// \return dbgr's exit status: 1 if something will not work
[[nodiscard]] int runDoctor(const DoctorRequest& request, bool withWindow);

} // namespace dbgr::app

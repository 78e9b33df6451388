// SPDX-License-Identifier: GPL-3.0-or-later
// Other nodes are looked at by dbgd-doctor, which runs there, started by the batch system or ssh. Thread: any; blocks.
#pragma once

#include "app/doctor/finding.h"
#include "app/doctor/run_program.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::doctor {

/// Whether it can be a node's name, or an address: it is handed to other programs.
[[nodiscard]] bool isNodeName(std::string_view text);

/// How a program is started on a node: in an allocation of Slurm by srun, else by ssh, which must not have to ask for a
/// password. \param environment "NAME=value" of ours
[[nodiscard]] std::vector<std::string> commandOn(const std::string& node, const std::vector<std::string>& program,
                                                 const std::vector<std::string>& environment);

/// What came of it: the node's own findings, or the one that it cannot be looked at.
[[nodiscard]] Findings findingsFrom(const ProgramRun& run, const std::vector<std::string>& command,
                                    const std::string& program);

/// Looks at all of these nodes, several at a time. \return in their order
[[nodiscard]] std::vector<Findings> examineNodes(const std::vector<std::string>& nodes);

} // namespace dbgr::doctor

// SPDX-License-Identifier: BSD-3-Clause
// dbgr-exec as a whole: what happens in a rank between the launcher's exec and the program's.
// Thread: main; the process has no other.
#pragma once

#include "agent/orders.h"
#include "util/result.h"

#include <string>
#include <vector>

namespace dbgr::agent {

/// Flow: meet at the node's place -> start dbgd if we are the first -> report the rank -> dbgd's answer -> have the
/// program stopped at its exec. On return the program is to be executed, whatever became of us: a failure means that it
/// will run without the debugger, and is for the user's eyes.
/// \param program its file, for dbgd to tell \param environment ours, with what dbgr ordered
[[nodiscard]] util::Result<void> joinSession(const Orders& orders, const std::string& program,
                                             const std::vector<std::string>& environment);

/// As a shell would find it: the first file along PATH that can be executed; the name itself if there is none.
[[nodiscard]] std::string fileOf(const std::string& program, const std::vector<std::string>& environment);

} // namespace dbgr::agent

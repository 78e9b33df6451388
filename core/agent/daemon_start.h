// SPDX-License-Identifier: BSD-3-Clause
// Starts the node's dbgd out of a process that is about to become the user's program: dbgd is nobody's child whom the
// program knows, and has nothing of the program's open. Thread: any, of a process without threads.
#pragma once

#include "agent/orders.h"
#include "util/unique_fd.h"

#include <string>
#include <vector>

namespace dbgr::agent {

/// Returns when dbgd runs, or could not. \param environment dbgd's, whole \param door the socket on which it is called
/// \errors those of fork(), pipe(), execve()
[[nodiscard]] util::Result<void> startDaemon(const Orders& orders, const std::vector<std::string>& environment,
                                             util::UniqueFd door);

} // namespace dbgr::agent

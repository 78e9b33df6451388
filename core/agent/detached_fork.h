// SPDX-License-Identifier: BSD-3-Clause
// A process that is not our child: the program that we become cannot wait for it, and does not hear of its end.
// Thread: any, of a process without threads.
#pragma once

#include "util/result.h"

#include <functional>

namespace dbgr::agent {

/// Runs `body` in a process of its own, in a session of its own; the process ends when it returns.
/// \errors those of fork()
[[nodiscard]] util::Result<void> detachedFork(const std::function<void()>& body);

/// Closes this descriptor and all above.
bool closeFrom(int first);

} // namespace dbgr::agent

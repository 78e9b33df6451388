// SPDX-License-Identifier: BSD-3-Clause
// Of one thread that this process traces, and that was asked to stand. Thread: the tracer's.
#pragma once

#include "keeper/trace/tracer.h"

#include <optional>

namespace dbgr::keeper {

/// How it stands, as waitpid() says it; nothing: it does not, or is no more. Blocks, for a second at the most: not for
/// the keeper.
[[nodiscard]] std::optional<int> waitForStop(Tid thread);

/// Where a thread blocks SIGTRAP and gets it for what it executes, the kernel takes the process's handler away. The C
/// library blocks all signals while it makes a thread.
void unblockTrap(Tid thread);

} // namespace dbgr::keeper

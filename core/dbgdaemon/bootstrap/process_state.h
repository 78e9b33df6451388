// SPDX-License-Identifier: BSD-3-Clause
// How a process stands, as the system shows it without attaching to it. Thread: any.
#pragma once

#include "util/ids.h"

namespace dbgr::daemon {

/// Whether it runs no more: it is gone, or waits for its parent to take note of its end.
[[nodiscard]] bool hasEnded(util::Pid pid);

} // namespace dbgr::daemon

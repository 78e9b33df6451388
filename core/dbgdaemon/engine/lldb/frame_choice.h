// SPDX-License-Identifier: BSD-3-Clause
// Which frame of a thread counts, asked of LLDB frame by frame. Thread: engine.
#pragma once

#include "dbgdaemon/engine/lldb/shown_frame.h"

#include <lldb/API/SBThread.h>

namespace dbgr::daemon {

/// As debug::frameThatCounts() of the thread's stack. Not valid where the thread has no frame at all.
[[nodiscard]] ShownFrame frameThatCounts(lldb::SBThread thread);

} // namespace dbgr::daemon

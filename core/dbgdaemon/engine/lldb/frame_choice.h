// SPDX-License-Identifier: BSD-3-Clause
// Which frame of a thread is meant, asked of our own unwinder, and of LLDB frame by frame. Thread: engine.
#pragma once

#include "dbgdaemon/engine/lldb/rank_values.h"
#include "dbgdaemon/engine/lldb/shown_frame.h"

#include <lldb/API/SBThread.h>

#include <cstdint>

namespace dbgr::daemon {

/// As debug::frameThatCounts() of the thread's stack. Not valid where the thread has no frame at all.
[[nodiscard]] ShownFrame frameThatCounts(lldb::SBThread thread);
/// The same, of our own unwinder where that is certain of it.
[[nodiscard]] ShownFrame frameThatCounts(RankValues& values, const std::shared_ptr<const StandingThread>& thread);
/// By its number; the same. Not valid: there is none.
[[nodiscard]] ShownFrame shownFrame(RankValues& values, const std::shared_ptr<const StandingThread>& thread,
                                    std::uint32_t index);

} // namespace dbgr::daemon

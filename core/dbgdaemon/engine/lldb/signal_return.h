// SPDX-License-Identifier: BSD-3-Clause
// The code that a signal's handler returns to: it gives what was interrupted its registers back. Thread: engine.
#pragma once

#include <lldb/API/SBFrame.h>

namespace dbgr::daemon {

/// By its name, or where that is not known, by its instructions. Below such a frame stands what was interrupted, at the
/// instruction that comes next, and not behind a call.
[[nodiscard]] bool isSignalReturn(lldb::SBFrame frame);

} // namespace dbgr::daemon

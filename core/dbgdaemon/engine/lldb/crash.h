// SPDX-License-Identifier: BSD-3-Clause
// What a thread that a signal has stopped shows of why. Thread: engine.
#pragma once

#include "dbgdaemon/engine/fault.h"
#include "debug/stop.h"

#include <lldb/API/SBFrame.h>
#include <lldb/API/SBThread.h>

#include <string>

namespace dbgr::daemon {

/// \param words of LLDB, as in Fault
[[nodiscard]] FaultWords explain(lldb::SBThread thread, int signal, std::string words);

/// Where the frame's next instruction is, and which.
[[nodiscard]] debug::InstructionPlace instructionOf(lldb::SBFrame frame);

} // namespace dbgr::daemon

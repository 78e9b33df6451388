// SPDX-License-Identifier: BSD-3-Clause
// Processor registers by name: $rax, $eax, $xmm0, $eflags. Thread: engine.
#pragma once

#include "debug/variable.h"

#include <lldb/API/SBFrame.h>

#include <optional>
#include <string_view>

namespace dbgr::daemon {

/// The value of "$name", or its `problem`: no such register, or not known in a frame that is not the innermost.
/// Nothing if the expression is not just a name with a $.
[[nodiscard]] std::optional<debug::ValueGroup> registerValue(lldb::SBFrame frame, std::string_view expression);

} // namespace dbgr::daemon

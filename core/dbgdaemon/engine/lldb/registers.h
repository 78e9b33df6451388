// SPDX-License-Identifier: BSD-3-Clause
// Processor registers by name: $rax, $eax, $xmm0, $eflags. Thread: engine.
#pragma once

#include "dbgdaemon/engine/lldb/shown_frame.h"
#include "debug/variable.h"

#include <lldb/API/SBFrame.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dbgr::daemon {

/// The value of "$name", or its `problem`: no such register, or not known in a frame that is not the innermost.
/// Nothing if the expression is not just a name with a $.
[[nodiscard]] std::optional<debug::ValueGroup> registerValue(const ShownFrame& frame, std::string_view expression);

/// A general register as a number, "rax"; nothing where there is none, or it is not known in this frame.
[[nodiscard]] std::optional<std::uint64_t> registerWord(lldb::SBFrame frame, const std::string& name);

} // namespace dbgr::daemon

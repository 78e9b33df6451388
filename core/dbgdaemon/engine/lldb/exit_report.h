// SPDX-License-Identifier: BSD-3-Clause
// How a rank ended. Thread: engine.
#pragma once

#include "dbgdaemon/engine/engine.h"
#include "dbgdaemon/engine/lldb/lldb_session.h"

#include <lldb/API/SBDebugger.h>

#include <optional>
#include <string_view>
#include <variant>

namespace dbgr::daemon {

/// What the end of the process was: its own, or a stub's that broke down.
[[nodiscard]] std::variant<RankExited, RankLost> reportEnd(lldb::SBDebugger& debugger, LldbSession& session);

/// Finds in LLDB's packet history how the process ended: 'W' by exit, 'X' by a signal; nothing if it is not there.
[[nodiscard]] std::optional<char> endPacketKind(std::string_view packetHistory);

} // namespace dbgr::daemon

// SPDX-License-Identifier: BSD-3-Clause
// How a rank ended, as far as LLDB knows. Thread: engine.
#pragma once

#include "dbgdaemon/engine/engine.h"
#include "dbgdaemon/engine/lldb/lldb_session.h"

#include <variant>

namespace dbgr::daemon {

/// What the end of the process was: its own, or that of the connection to it.
[[nodiscard]] std::variant<RankExited, RankLost> reportEnd(LldbSession& session);

} // namespace dbgr::daemon

// SPDX-License-Identifier: BSD-3-Clause
// Where ranks stop without anybody having asked: sanitizers that they were compiled with report an error there. Engines
// have a breakpoint for it, of which no list tells. Pure. Thread: any.
#pragma once

#include "debug/breakpoint.h"
#include "debug/stop.h"
#include "session/breakpoint_store.h"

#include <optional>

namespace dbgr::session {

/// What engines are told, with an id that BreakpointStore gives nobody. Nothing: the user catches the same.
[[nodiscard]] std::optional<debug::BreakpointSpec> reportCatch(const BreakpointStore& breakpoints);
/// The same stop, and nothing of that.
[[nodiscard]] debug::StopGroup withoutReportCatch(debug::StopGroup stop);

} // namespace dbgr::session

// SPDX-License-Identifier: BSD-3-Clause
// Where ranks stop without anybody having asked: sanitizers that they were compiled with, and MPI's own error handler,
// report an error there. Engines have breakpoints for it, of which no list tells. Pure. Thread: any.
#pragma once

#include "debug/breakpoint.h"
#include "debug/stop.h"

#include <vector>

namespace dbgr::session {

/// What engines are told; with ids that BreakpointStore gives nobody.
[[nodiscard]] std::vector<debug::BreakpointSpec> reportCatches();
/// The same stop, and nothing of these breakpoints.
[[nodiscard]] debug::StopGroup withoutReportCatches(debug::StopGroup stop);

} // namespace dbgr::session

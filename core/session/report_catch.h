// SPDX-License-Identifier: BSD-3-Clause
// Where ranks stop without anybody having asked: sanitizers that they were compiled with report an error there, or an
// error of MPI is about to end them. Engines have a breakpoint for each, of which no list tells. Pure. Thread: any.
#pragma once

#include "debug/breakpoint.h"
#include "debug/stop.h"
#include "session/breakpoint_store.h"

#include <optional>

namespace dbgr::session {

/// What is caught so.
inline constexpr debug::Moment::What kReportsCaught[] = {debug::Moment::What::Sanitizer, debug::Moment::What::MpiError};

/// An id that BreakpointStore gives nobody. \param what of kReportsCaught
[[nodiscard]] util::BreakpointId reportCatchId(debug::Moment::What what);
/// What engines are told. Nothing: the user catches the same.
[[nodiscard]] std::optional<debug::BreakpointSpec> reportCatch(debug::Moment::What what,
                                                               const BreakpointStore& breakpoints);
/// The same stop, and nothing of that.
[[nodiscard]] debug::StopGroup withoutReportCatch(debug::StopGroup stop);

} // namespace dbgr::session

// SPDX-License-Identifier: BSD-3-Clause
// Breakpoints that a session sets by itself, where sanitizers and MPI's own error handler report an error. Engines do
// not stop ranks at libraries that come late for their sake, and lists do not tell of them. Thread: any; constants.
#pragma once

#include "util/ids.h"

#include <limits>
#include <string_view>

namespace dbgr::debug {

/// Moment::only of MPI errors: those that the library's own handler reports, before it ends the job.
inline constexpr std::string_view kOnlyFatal = "fatal";

/// Ids that no breakpoint of a user has.
inline constexpr util::BreakpointId kCatchOfSanitizers{std::numeric_limits<util::BreakpointId::Rep>::max() - 1};
inline constexpr util::BreakpointId kCatchOfMpi{std::numeric_limits<util::BreakpointId::Rep>::max() - 2};

[[nodiscard]] constexpr bool isReportCatch(util::BreakpointId id)
{
    return id == kCatchOfSanitizers || id == kCatchOfMpi;
}

} // namespace dbgr::debug

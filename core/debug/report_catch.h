// SPDX-License-Identifier: BSD-3-Clause
// The breakpoints that a session sets by itself: where sanitizers report an error, and where an error of MPI is about
// to end the rank. Engines do not stop ranks at libraries that come late for their sake, and lists do not tell of them.
// Thread: any; constants.
#pragma once

#include "util/ids.h"

#include <limits>

namespace dbgr::debug {

/// Ids that no breakpoint of a user has.
inline constexpr util::BreakpointId kCatchOfSanitizers{std::numeric_limits<util::BreakpointId::Rep>::max() - 1};
/// The keeper has it, and no engine.
inline constexpr util::BreakpointId kCatchOfMpiErrors{std::numeric_limits<util::BreakpointId::Rep>::max() - 2};

[[nodiscard]] constexpr bool isReportCatch(util::BreakpointId id)
{
    return id == kCatchOfSanitizers || id == kCatchOfMpiErrors;
}

} // namespace dbgr::debug

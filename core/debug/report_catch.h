// SPDX-License-Identifier: BSD-3-Clause
// The breakpoint that a session sets by itself, where sanitizers report an error. Engines do not stop ranks at
// libraries that come late for its sake, and lists do not tell of it. Thread: any; constants.
#pragma once

#include "util/ids.h"

#include <limits>

namespace dbgr::debug {

/// An id that no breakpoint of a user has.
inline constexpr util::BreakpointId kCatchOfSanitizers{std::numeric_limits<util::BreakpointId::Rep>::max() - 1};

[[nodiscard]] constexpr bool isReportCatch(util::BreakpointId id)
{
    return id == kCatchOfSanitizers;
}

} // namespace dbgr::debug

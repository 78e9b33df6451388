// SPDX-License-Identifier: BSD-3-Clause
#include "session/report_catch.h"

#include "debug/report_catch.h"

#include <algorithm>
#include <variant>

namespace dbgr::session {

std::optional<debug::BreakpointSpec> reportCatch(const BreakpointStore& breakpoints)
{
    constexpr auto kWhat = debug::Moment::What::Sanitizer;
    const bool isCaughtByUser = std::ranges::any_of(breakpoints.all(), [&](const auto& one) {
        const auto* const moment = std::get_if<debug::Moment>(&one.second.spec.where);
        return moment && moment->what == kWhat && one.second.spec.enabled;
    });
    if (isCaughtByUser)
        return std::nullopt;
    debug::BreakpointSpec spec;
    spec.id = debug::kCatchOfSanitizers;
    spec.where = debug::Moment{kWhat};
    return spec;
}

debug::StopGroup withoutReportCatch(debug::StopGroup stop)
{
    std::erase_if(stop.cause.breakpoints, debug::isReportCatch);
    return stop;
}

} // namespace dbgr::session

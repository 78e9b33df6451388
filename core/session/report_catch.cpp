// SPDX-License-Identifier: BSD-3-Clause
#include "session/report_catch.h"

#include "debug/report_catch.h"

#include <algorithm>
#include <variant>

namespace dbgr::session {

namespace {

/// In all ranks, and always.
bool catchesAll(const debug::BreakpointSpec& spec, debug::Moment::What what)
{
    const auto* const moment = std::get_if<debug::Moment>(&spec.where);
    return moment && moment->what == what && moment->only.empty() && spec.enabled && !spec.ranks;
}

} // namespace

util::BreakpointId reportCatchId(debug::Moment::What what)
{
    return what == debug::Moment::What::MpiError ? debug::kCatchOfMpiErrors : debug::kCatchOfSanitizers;
}

std::optional<debug::BreakpointSpec> reportCatch(debug::Moment::What what, const BreakpointStore& breakpoints)
{
    if (std::ranges::any_of(breakpoints.all(), [&](const auto& one) { return catchesAll(one.second.spec, what); }))
        return std::nullopt;
    debug::BreakpointSpec spec;
    spec.id = reportCatchId(what);
    spec.where = debug::Moment{what};
    return spec;
}

debug::StopGroup withoutReportCatch(debug::StopGroup stop)
{
    std::erase_if(stop.cause.breakpoints, debug::isReportCatch);
    return stop;
}

} // namespace dbgr::session

// SPDX-License-Identifier: BSD-3-Clause
#include "session/report_catch.h"

#include "debug/report_catch.h"

#include <string>
#include <vector>

namespace dbgr::session {

std::vector<debug::BreakpointSpec> reportCatches()
{
    std::vector<debug::BreakpointSpec> specs(2);
    specs[0].id = debug::kCatchOfSanitizers;
    specs[0].where = debug::Moment{debug::Moment::What::Sanitizer};
    specs[1].id = debug::kCatchOfMpi;
    specs[1].where = debug::Moment{debug::Moment::What::MpiError, std::string(debug::kOnlyFatal)};
    return specs;
}

debug::StopGroup withoutReportCatches(debug::StopGroup stop)
{
    std::erase_if(stop.cause.breakpoints, debug::isReportCatch);
    return stop;
}

} // namespace dbgr::session

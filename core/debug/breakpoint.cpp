// SPDX-License-Identifier: BSD-3-Clause
#include "debug/breakpoint.h"

#include "util/overloaded.h"

namespace dbgr::debug {

std::string textOf(const Place& place)
{
    return std::visit(
        util::Overloaded{[](const SourceLine& line) { return line.file + ":" + std::to_string(line.line); },
                         [](const FunctionName& function) { return function.name; }},
        place);
}

std::string textOf(const BreakpointSpec& spec)
{
    return textOf(spec.where) + (spec.condition.empty() ? "" : " if " + spec.condition);
}

} // namespace dbgr::debug

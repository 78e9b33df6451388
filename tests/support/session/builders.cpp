// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/session/builders.h"

#include "util/string_util.h"

#include <utility>

namespace dbgr::test {

util::RankSet ranks(std::string_view text)
{
    return text.empty() ? util::RankSet() : util::RankSet::parse(text, {}).value();
}

launchers::LaunchSpec launchSpec(std::string_view words)
{
    launchers::LaunchSpec spec;
    spec.argv = {"mpiexec"};
    for (const std::string_view word : util::split(words, ' '))
        spec.argv.emplace_back(word);
    spec.environment = {"PATH=/opt/bin:/usr/bin", "HOME=/home/user"};
    spec.workingDirectory = "/work";
    return spec;
}

debug::Frame frame(std::string function, std::string file, std::uint32_t line)
{
    debug::Frame result;
    result.function = std::move(function);
    result.where.file = std::move(file);
    result.where.line = line;
    result.module = "ring";
    return result;
}

debug::StopCause stopCause(debug::StopReason reason, debug::Frame top)
{
    debug::StopCause cause;
    cause.reason = reason;
    cause.top = std::move(top);
    return cause;
}

debug::StopCause breakpointHit(std::uint32_t id, debug::Frame top)
{
    debug::StopCause cause = stopCause(debug::StopReason::Breakpoint, std::move(top));
    cause.breakpoints = {util::BreakpointId(id)};
    return cause;
}

debug::StopCause crash(int signal, debug::Frame top)
{
    debug::StopCause cause = stopCause(debug::StopReason::Signal, std::move(top));
    cause.signal = signal;
    return cause;
}

debug::ValueGroup value(std::string_view rankText, std::string text, std::string type)
{
    return {ranks(rankText), std::move(text), std::move(type), {}};
}

debug::BreakpointSpec breakAt(std::string file, std::uint32_t line)
{
    debug::BreakpointSpec spec;
    spec.where = debug::SourceLine{std::move(file), line};
    return spec;
}

debug::BreakpointSpec breakIn(std::string function)
{
    debug::BreakpointSpec spec;
    spec.where = debug::FunctionName{std::move(function)};
    return spec;
}

} // namespace dbgr::test

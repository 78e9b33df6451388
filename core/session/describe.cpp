// SPDX-License-Identifier: BSD-3-Clause
#include "session/describe.h"

#include "util/overloaded.h"

#include <algorithm>
#include <cstring>

namespace dbgr::session {

namespace {

std::string reasonText(const debug::StopCause& cause)
{
    using debug::StopReason;
    switch (cause.reason) {
    case StopReason::Breakpoint: {
        std::string text = cause.breakpoints.size() > 1 ? "stopped at breakpoints" : "stopped at breakpoint";
        for (const auto id : cause.breakpoints)
            text += " " + std::to_string(id.value());
        return text;
    }
    case StopReason::Signal:
        return (cause.isCrash() ? "crashed with " : "stopped by ") + signalName(cause.signal);
    case StopReason::Attached:
        return "attached";
    case StopReason::Step:
        return "stepped";
    case StopReason::Interrupt:
        return "interrupted";
    case StopReason::Exec:
        return "executes another program";
    case StopReason::Other:
        break;
    }
    return "stopped";
}

} // namespace

std::string signalName(int signal)
{
    const char* const name = sigabbrev_np(signal);
    return name ? std::string("SIG") + name : "signal " + std::to_string(signal);
}

std::string baseName(const std::string& path)
{
    return path.substr(path.rfind('/') + 1);
}

std::string describe(const debug::SourceLocation& where)
{
    return where.known() ? baseName(where.file) + ":" + std::to_string(where.line) : "";
}

std::string describe(const debug::Frame& frame)
{
    std::string text = frame.function.empty() ? "unknown code" : frame.function;
    if (frame.where.known())
        return text + " at " + describe(frame.where);
    return frame.module.empty() ? text : text + " in " + frame.module;
}

std::string describe(const debug::StopCause& cause)
{
    std::string text = reasonText(cause);
    if (!cause.description.empty() &&
        (cause.reason == debug::StopReason::Signal || cause.reason == debug::StopReason::Other))
        text += " (" + cause.description + ")";
    return text + ", " + describe(cause.top);
}

std::string describeExit(int status, int signal)
{
    return signal != 0 ? "was ended by " + signalName(signal) : "ended with status " + std::to_string(status);
}

std::string describe(const RankRecord& record)
{
    switch (record.state) {
    case RankState::Held:
    case RankState::Stopped:
    case RankState::Crashed:
        if (!record.stop)
            break;
        return (record.state == RankState::Held ? "held, " + describe(record.stop->top) : describe(*record.stop));
    case RankState::Ended:
        if (record.exit)
            return describeExit(record.exit->status, record.exit->signal);
        break;
    default:
        break;
    }
    const std::string state = name(record.state);
    return record.problem.empty() ? state : state + ": " + record.problem;
}

std::string describe(const debug::BreakpointSpec& spec)
{
    const std::string where =
        std::visit(util::Overloaded{
                       [](const debug::SourceLine& line) { return line.file + ":" + std::to_string(line.line); },
                       [](const debug::FunctionName& function) { return function.name; },
                   },
                   spec.where);
    return spec.condition.empty() ? where : where + " if " + spec.condition;
}

std::string shortRanks(const util::RankSet& ranks)
{
    constexpr std::size_t kMostBytes = 24;
    // An interval has a digit and a comma at least: the text of so many is longer, however many there are.
    constexpr std::size_t kEnough = kMostBytes / 2 + 1;
    const auto& intervals = ranks.intervals();
    const auto end = intervals.begin() + static_cast<std::ptrdiff_t>(std::min(intervals.size(), kEnough));
    const std::string text = util::RankSet::fromIntervals({intervals.begin(), end}).toString();
    if (text.size() <= kMostBytes)
        return text;
    const std::size_t comma = text.rfind(',', kMostBytes - 8);
    const std::string begin = comma == std::string::npos ? "" : text.substr(0, comma + 1);
    return begin + "... (" + std::to_string(ranks.size()) + " ranks)";
}

} // namespace dbgr::session

// SPDX-License-Identifier: BSD-3-Clause
#include "session/describe.h"

#include "debug/breakpoint_place.h"
#include "session/number_text.h"
#include "session/thread_text.h"
#include "util/rank_set.h"
#include "util/signal_name.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <vector>

namespace dbgr::session {

namespace {

std::string signalText(const debug::StopCause& cause)
{
    std::string why = cause.description;
    if (cause.address)
        why += (why.empty() ? "(address " : " (address ") + addressText(*cause.address) + ")";
    if (cause.isCrash() && cause.signal == SIGABRT)
        return "aborted (SIGABRT" + (why.empty() ? "" : ": " + why) + ")";
    return (cause.isCrash() ? "crashed with " : "stopped by ") + signalName(cause.signal) +
           (why.empty() ? "" : ": " + why);
}

/// "in work(int), ring.cpp:41", "in poll, libc.so.6", "in libc.so.6 (no symbols)".
std::string inPlace(const debug::Frame& frame)
{
    const std::string where = frame.where.known() ? describe(frame.where) : frame.module;
    if (frame.function.empty() || where.empty())
        return "in " + describe(frame);
    return "in " + frame.function + ", " + where;
}

/// A library's function tells little without who called it.
std::string calledFrom(const debug::StopCause& cause)
{
    return cause.source ? ", called from " + describe(*cause.source) : "";
}

/// ", instruction main+26 (0x401136): movl (%rax), %eax"
std::string instructionText(const debug::StopCause& cause)
{
    if (!cause.instruction)
        return {};
    const auto& [address, offset, instruction] = *cause.instruction;
    std::string text;
    if (offset && !cause.top.function.empty())
        text = cause.top.function + "+" + std::to_string(*offset);
    if (address)
        text += text.empty() ? addressText(*address) : " (" + addressText(*address) + ")";
    if (!instruction.empty())
        text += (text.empty() ? "" : ": ") + instruction;
    return text.empty() ? "" : ", instruction " + text;
}

/// ", after 3 of 5 steps"
std::string stepsText(const debug::StopCause& cause)
{
    if (!cause.steps || !cause.steps->cutShort())
        return {};
    return ", after " + std::to_string(cause.steps->done) + " of " + std::to_string(cause.steps->asked) + " steps";
}

std::string watchpoints(const debug::StopCause& cause)
{
    std::string text = cause.breakpoints.size() > 1 ? "watchpoints" : "watchpoint";
    for (const auto id : cause.breakpoints)
        text += " " + std::to_string(id.value());
    return text;
}

/// "41 -> 42", "is 42"
std::string changeText(const debug::WatchedChange& change)
{
    if (!change.problem.empty())
        return "not to be read: " + change.problem;
    return change.contentBefore.sameAs(change.contentAfter) && change.before == change.after
               ? "is " + change.after
               : change.before + " -> " + change.after;
}

/// ", [0-2] 41 -> 42, [3] 7 -> 8"; where there are several, each with its watchpoint's number.
std::string watchedText(const debug::StopGroup& stop)
{
    constexpr std::size_t kMost = 8;
    std::string text;
    for (std::size_t i = 0; i < std::min(stop.watched.size(), kMost); ++i) {
        const debug::WatchedChange& one = stop.watched[i];
        text += ", [" + shortRanks(one.ranks) + "] " +
                (stop.cause.breakpoints.size() > 1 ? std::to_string(one.id.value()) + ": " : "") + changeText(one);
    }
    if (stop.watched.size() > kMost)
        text += ", and " + std::to_string(stop.watched.size() - kMost) + " more";
    return text;
}

/// ", 2 threads frozen"
std::string frozenText(const debug::StopCause& cause)
{
    if (cause.frozen == 0)
        return {};
    return ", " + std::to_string(cause.frozen) + (cause.frozen == 1 ? " thread frozen" : " threads frozen");
}

/// "thread 2", "threads 1-3"
std::string threadsText(const std::vector<std::uint32_t>& threads)
{
    std::vector<debug::ThreadIndex> numbers;
    for (const std::uint32_t thread : threads)
        numbers.push_back({thread});
    return (threads.size() == 1 ? "thread " : "threads ") + threadNumbers(numbers);
}

/// ", threads 1-2,4 together; thread 3 has not come to the end of its step: it is in futex_wait, libgomp.so.1"
std::string teamText(const debug::StopCause& cause)
{
    if (!cause.team)
        return {};
    const debug::TeamSteps& team = *cause.team;
    std::string text;
    if (team.done.size() > 1)
        text += ", " + threadsText(team.done) + " together";
    else if (team.done.size() == 1 && !team.behind.empty())
        text += "; " + threadsText(team.done) + " has come to the end of its step";
    for (std::size_t i = 0; i < team.behind.size();) {
        std::vector<std::uint32_t> threads; // neighbours that stand in the same place
        const debug::TeamSteps::Behind& first = team.behind[i];
        for (; i < team.behind.size() && team.behind[i].samePlace(first); ++i)
            threads.push_back(team.behind[i].thread);
        text += "; " + threadsText(threads) +
                (threads.size() == 1 ? " has not come to the end of its step: it is "
                                     : " have not come to the end of their steps: they are ") +
                inPlace(first.top) + (first.source ? ", called from " + describe(*first.source) : "");
    }
    if (!team.ended.empty())
        text += "; " + threadsText(team.ended) + (team.ended.size() == 1 ? " has ended" : " have ended");
    return text;
}

std::string reasonText(const debug::StopCause& cause)
{
    using debug::StopReason;
    switch (cause.reason) {
    case StopReason::Breakpoint: {
        if (cause.systemCall)
            return debug::textOf(*cause.systemCall);
        if (cause.breakpoints.empty() && !cause.description.empty()) // a report, which was not asked for
            return "stopped: " + cause.description;
        std::string text = cause.breakpoints.size() > 1 ? "stopped at breakpoints" : "stopped at breakpoint";
        for (const auto id : cause.breakpoints)
            text += " " + std::to_string(id.value());
        return text + (cause.description.empty() ? "" : " (" + cause.description + ")");
    }
    case StopReason::Watched:
        return "stopped at " + watchpoints(cause) + (cause.description.empty() ? "" : " (" + cause.description + ")");
    case StopReason::ScopeEnd:
        return "stopped since " + watchpoints(cause) + (cause.breakpoints.size() > 1 ? " end" : " ends") +
               (cause.description.empty() ? "" : ": the call of " + cause.description + " is over");
    case StopReason::Signal:
        return signalText(cause);
    case StopReason::Attached:
        return "attached";
    case StopReason::Step:
        return "stepped";
    case StopReason::Interrupt:
        return "interrupted";
    case StopReason::Exec:
        return "executes another program" + (cause.description.empty() ? "" : " (" + baseName(cause.description) + ")");
    case StopReason::Arrived:
        return "arrived";
    case StopReason::Moved:
        return "moved";
    case StopReason::Other:
        break;
    }
    return "stopped";
}

std::string whatHappened(const debug::StopCause& cause)
{
    using debug::StopReason;
    std::string text = reasonText(cause);
    if (!cause.isPlaced())
        return text;
    if (cause.reason == StopReason::Signal || cause.reason == StopReason::Interrupt)
        return text + " " + inPlace(cause.place());
    if (cause.reason == StopReason::Moved)
        return text + (cause.returnedFrom.empty() ? "" : " out of " + cause.returnedFrom) + " to " +
               describe(cause.top) + calledFrom(cause);
    if (cause.reason == StopReason::Step && !cause.returnedFrom.empty())
        return "returned from " + cause.returnedFrom + " to " +
               (cause.top.where.known() ? describe(cause.top.where) : describe(cause.top) + calledFrom(cause));
    if (cause.reason == StopReason::Other && !cause.description.empty())
        text += " (" + cause.description + ")";
    return text + ", " + describe(cause.top) + calledFrom(cause);
}

} // namespace

std::string signalName(int signal)
{
    return util::signalName(signal).value_or("signal " + std::to_string(signal));
}

std::string baseName(const std::string& path)
{
    return std::string(debug::fileNameOf(path));
}

std::string describe(const debug::SourceLocation& where)
{
    return where.known() ? baseName(where.file) + ":" + std::to_string(where.line) : "";
}

std::string describe(const debug::Frame& frame)
{
    if (frame.where.known())
        return (frame.function.empty() ? "unknown code" : frame.function) + " at " + describe(frame.where);
    if (frame.function.empty())
        return frame.module.empty() ? "unknown code" : frame.module + " (no symbols)";
    return frame.module.empty() ? frame.function : frame.function + " in " + frame.module;
}

std::string describe(const debug::StopCause& cause)
{
    return whatHappened(cause) + instructionText(cause) + stepsText(cause) + frozenText(cause) + teamText(cause);
}

std::string describe(const debug::StopGroup& stop)
{
    constexpr std::size_t kMostValues = 8;
    std::string text = describe(stop.cause);
    text += watchedText(stop);
    const std::vector<std::string> values = readableValues(stop.returned);
    for (std::size_t i = 0; i < std::min(values.size(), kMostValues); ++i)
        text += (i == 0 ? ", value [" : ", [") + shortRanks(stop.returned[i].ranks) + "] " + values[i];
    if (stop.returned.size() > kMostValues)
        text += ", and " + std::to_string(stop.returned.size() - kMostValues) + " more";
    return text;
}

std::string addressText(std::uint64_t address)
{
    std::array<char, 19> text{};
    std::snprintf(text.data(), text.size(), "0x%llx", static_cast<unsigned long long>(address));
    return text.data();
}

std::string describeExit(int status, int signal)
{
    return signal != 0 ? "was ended by " + signalName(signal) : "ended with status " + std::to_string(status);
}

std::string describeEnd(const JobStatus& status)
{
    if (!status.exitStatus && status.text.empty())
        return "How the job ended, and whether it did, is not known.";
    std::string text = status.exitStatus ? "The job has ended with status " + std::to_string(*status.exitStatus)
                                         : "The job has ended: " + status.text;
    if (status.firstFailed)
        text += "; rank " + std::to_string(status.firstFailed->value()) + " failed first";
    return text + ".";
}

std::string describe(const RankRecord& record)
{
    switch (record.state) {
    case RankState::Held:
    case RankState::Stopped:
    case RankState::Crashed:
        if (!record.stop)
            break;
        if (record.state != RankState::Held)
            return describe(*record.stop);
        return record.stop->isPlaced() ? "held, " + describe(record.stop->place()) : "held";
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
    return debug::textOf(spec);
}

std::string describe(const debug::SignalRule& rule)
{
    return std::string(rule.stop ? "stop" : rule.tell ? "tell" : "nostop") + (rule.pass ? " pass" : " nopass");
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

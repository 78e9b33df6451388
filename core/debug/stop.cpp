// SPDX-License-Identifier: BSD-3-Clause
#include "debug/stop.h"

#include <algorithm>
#include <csignal>

namespace dbgr::debug {

bool StopCause::isCrash() const
{
    if (reason != StopReason::Signal)
        return false;
    switch (signal) {
    case SIGSEGV:
    case SIGABRT:
    case SIGBUS:
    case SIGFPE:
    case SIGILL:
    case SIGTRAP:
    case SIGSYS:
        return true;
    default:
        return false;
    }
}

namespace {

/// Those who step instructions by hand want to know; who crashed in the same line, by any of its instructions, is
/// alike.
bool sameInstruction(const std::optional<InstructionPlace>& one, const std::optional<InstructionPlace>& other)
{
    return one.has_value() == other.has_value() && (!one || one->offset == other->offset);
}

} // namespace

bool TeamSteps::Behind::samePlace(const Behind& other) const
{
    return top.samePlace(other.top) && source.has_value() == other.source.has_value() &&
           (!source || source->samePlace(*other.source));
}

bool TeamSteps::sameAs(const TeamSteps& other) const
{
    return done == other.done && ended == other.ended &&
           std::ranges::equal(behind, other.behind, [](const Behind& one, const Behind& another) {
               return one.thread == another.thread && one.samePlace(another);
           });
}

bool StopCause::sameAs(const StopCause& other) const
{
    if (reason != other.reason || breakpoints != other.breakpoints || signal != other.signal ||
        returnedFrom != other.returnedFrom || steps != other.steps || frozen != other.frozen ||
        !place().samePlace(other.place()))
        return false;
    if (systemCall.has_value() != other.systemCall.has_value() ||
        (systemCall && !systemCall->sameAs(*other.systemCall)))
        return false;
    if (team.has_value() != other.team.has_value() || (team && !team->sameAs(*other.team)))
        return false;
    if (!isCrash() && !sameInstruction(instruction, other.instruction))
        return false;
    switch (reason) {
    case StopReason::Signal:
        return description == other.description;
    case StopReason::Breakpoint:
        return description == other.description && top.samePlace(other.top);
    case StopReason::Interrupt: // in whichever function of a library it happened to be
        return true;
    default:
        return top.samePlace(other.top);
    }
}

StopGroup restricted(StopGroup group, const util::RankSet& ranks)
{
    group.ranks &= ranks;
    for (auto& [its, stopId] : group.stopIds)
        its &= ranks;
    std::erase_if(group.stopIds, [](const auto& entry) { return entry.first.empty(); });
    for (ValueGroup& value : group.returned)
        value.ranks &= ranks;
    std::erase_if(group.returned, [](const ValueGroup& value) { return value.ranks.empty(); });
    for (WatchedChange& change : group.watched)
        change.ranks &= ranks;
    std::erase_if(group.watched, [](const WatchedChange& change) { return change.ranks.empty(); });
    return group;
}

const char* name(StopReason reason)
{
    switch (reason) {
    case StopReason::Attached:
        return "attached";
    case StopReason::Breakpoint:
        return "breakpoint";
    case StopReason::Step:
        return "step";
    case StopReason::Interrupt:
        return "interrupt";
    case StopReason::Signal:
        return "signal";
    case StopReason::Exec:
        return "exec";
    case StopReason::Other:
        return "other";
    case StopReason::Arrived:
        return "arrived";
    case StopReason::Watched:
        return "watchpoint";
    case StopReason::ScopeEnd:
        return "scope-end";
    case StopReason::Moved:
        return "moved";
    }
    return "other";
}

} // namespace dbgr::debug

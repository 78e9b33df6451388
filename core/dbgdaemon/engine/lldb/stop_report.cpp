// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/stop_report.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/lldb/crash.h"
#include "dbgdaemon/engine/lldb/frame_choice.h"
#include "dbgdaemon/engine/lldb/moments.h"
#include "dbgdaemon/engine/lldb/stop_reason.h"
#include "dbgdaemon/engine/sanitizer_report.h"
#include "debug/frame_that_counts.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <string>
#include <utility>

namespace dbgr::daemon {

namespace {

/// "signal SIGSEGV: address not mapped to object" -> "address not mapped to object"; "signal SIGSEGV" -> "". In core
/// files it is "SIGSEGV: address not mapped to object".
std::string signalDescription(lldb::SBThread& thread)
{
    const std::string words = stopWords(thread);
    if (!words.starts_with("signal ") && !words.starts_with("SIG"))
        return words;
    const std::size_t colon = words.find(": ");
    const std::string why = colon == std::string::npos ? "" : words.substr(colon + 2);
    return why.starts_with("sent by tkill") ? "" : why; // by itself: abort(), or a handler that raised it again
}

/// The processor refuses to do one, unless somebody else sends the signal.
bool isOfInstruction(int signal)
{
    return signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL;
}

/// Why a rank has aborted, if a sanitizer has ended it: what it said, or that it did.
std::string sanitizersEnd(LldbSession& session, lldb::SBThread& thread)
{
    constexpr std::uint32_t kFramesOfEnd = 12; // of the C library, and of its own
    const std::uint32_t count = std::min(thread.GetNumFrames(), kFramesOfEnd);
    for (std::uint32_t i = 0; i < count; ++i) {
        const char* const function = thread.GetFrameAtIndex(i).GetFunctionName();
        if (!function || !isOfSanitizer(function))
            continue;
        return session.sanitizerReport.empty() ? "by a sanitizer, whose report is in its output"
                                               : session.sanitizerReport;
    }
    return {};
}

void describeSignal(LldbSession& session, debug::StopCause& cause, lldb::SBThread& thread, bool interrupted)
{
    const int signal = signalOf(thread);
    if (signal == SIGSTOP && interrupted) {
        cause.reason = debug::StopReason::Interrupt;
        return;
    }
    cause.reason = debug::StopReason::Signal;
    cause.signal = signal;
    cause.description = signalDescription(thread);
    if (signal == SIGABRT && cause.description.empty())
        cause.description = sanitizersEnd(session, thread);
    if (!isOfInstruction(signal))
        return;
    FaultWords words = explain(thread, signal, std::move(cause.description));
    cause.description = std::move(words.why);
    cause.address = words.address;
    const bool isSent = cause.description.empty() || cause.description.starts_with("sent by "); // by another process
    if (!isSent)
        cause.instruction = instructionOf(thread.GetFrameAtIndex(0));
}

/// The file that the rank runs now; "" when the system does not show it.
std::string programOf(LldbSession& session)
{
    std::error_code error;
    return std::filesystem::read_symlink("/proc/" + std::to_string(session.process().GetProcessID()) + "/exe", error)
        .string();
}

constexpr const char* kIsFatal = ", which ends the rank";

/// "threw std::runtime_error"; "" none of these is about a moment.
std::string momentText(LldbSession& session, lldb::SBThread& thread, const std::vector<util::BreakpointId>& ids)
{
    for (const util::BreakpointId id : ids) {
        const auto moment = session.breakpoints().momentOf(id);
        if (!moment)
            continue;
        std::string words = factsOf(thread, moment->what).words;
        if (moment->what == debug::Moment::What::Sanitizer)
            session.sanitizerReport = words;
        return words;
    }
    return {};
}

void describeHit(LldbSession& session, lldb::SBThread& thread, debug::StopCause& cause)
{
    if (const auto call = CallTable::stopOf(thread))
        cause.systemCall = CallTable::factsOf(*call);
    else if (isFatalMpiError(thread))
        cause.description = factsOf(thread, debug::Moment::What::MpiError).words + kIsFatal;
    else
        cause.description = momentText(session, thread, cause.breakpoints);
}

/// \pre there are some
void describeNews(LldbSession& session, const WatchTable::News& news, debug::StopCause& cause)
{
    if (news.changes.empty()) {
        cause.reason = debug::StopReason::ScopeEnd;
        cause.breakpoints = news.ended;
        cause.description = news.function;
        return;
    }
    cause.reason = debug::StopReason::Watched;
    for (const debug::WatchedChange& change : news.changes)
        cause.breakpoints.push_back(change.id);
    cause.description = session.watches().expressionsOf(cause.breakpoints) +
                        (news.isFromOutside ? ", by the kernel or another process" : "");
}

debug::StopCause causeOf(LldbSession& session, lldb::SBThread& thread, bool interrupted)
{
    debug::StopCause cause;
    const WatchTable::News& news = session.watches().news(thread);
    switch (reasonOf(session, thread)) {
    case lldb::eStopReasonWatchpoint:
        if (!news.empty())
            describeNews(session, news, cause);
        else
            cause.reason = interrupted ? debug::StopReason::Interrupt : debug::StopReason::Other;
        break;
    case lldb::eStopReasonBreakpoint: {
        cause.breakpoints = breakpointsHit(session, thread);
        const bool arrives = std::erase(cause.breakpoints, kRunToPlace) > 0;
        cause.reason = !cause.breakpoints.empty()  ? debug::StopReason::Breakpoint
                       : arrives                   ? debug::StopReason::Arrived
                       : endsStep(session, thread) ? debug::StopReason::Step
                       : interrupted               ? debug::StopReason::Interrupt
                                                   : debug::StopReason::Other;
        if (cause.reason == debug::StopReason::Step)
            cause.returnedFrom = std::exchange(session.leaving, {});
        else if (cause.reason == debug::StopReason::Breakpoint)
            describeHit(session, thread, cause);
        else if (cause.reason != debug::StopReason::Arrived && !news.empty())
            describeNews(session, news, cause);
        break;
    }
    case lldb::eStopReasonInstrumentation: // LLDB looks for some reports of sanitizers by itself
        cause.breakpoints = session.breakpoints().at(thread.GetFrameAtIndex(0).GetPC());
        cause.reason = cause.breakpoints.empty() ? debug::StopReason::Other : debug::StopReason::Breakpoint;
        cause.description = "a sanitizer reports: " + stopWords(thread);
        return cause;
    case lldb::eStopReasonPlanComplete:
        cause.reason = debug::StopReason::Step;
        cause.returnedFrom = std::exchange(session.leaving, {});
        session.stepping.reset();
        break;
    case lldb::eStopReasonExec:
        cause.reason = debug::StopReason::Exec;
        session.sanitizerReport.clear();
        cause.description = programOf(session);
        break;
    case lldb::eStopReasonSignal:
        if (isAtFormerBreakpoint(session, thread))
            cause.reason = interrupted ? debug::StopReason::Interrupt : debug::StopReason::Other;
        else
            describeSignal(session, cause, thread, interrupted);
        break;
    default:
        cause.reason = interrupted ? debug::StopReason::Interrupt : debug::StopReason::Other;
        break;
    }
    if (cause.reason == debug::StopReason::Other)
        cause.description = stopWords(thread);
    return cause;
}

/// What the function gave that was stepped out of; nothing for one that gives nothing, or where LLDB cannot tell.
std::optional<debug::ValueGroup> returnedValue(LldbSession& session, lldb::SBThread& thread)
{
    lldb::SBValue value = thread.GetStopReturnValue();
    if (!value.IsValid() || value.GetError().Fail())
        return std::nullopt;
    debug::ValueGroup group = session.values().shown(thread.GetFrameAtIndex(0), value, kListed);
    if (group.value.empty())
        return std::nullopt;
    group.ranks.insert(session.rank());
    return group;
}

/// \param step that was on its way
void describeStep(const StepRecord& step, lldb::SBThread& thread, debug::StopCause& cause)
{
    const bool isDone = cause.reason == debug::StopReason::Step ||
                        (cause.reason == debug::StopReason::Breakpoint && endsAt(step, thread));
    if (step.count.asked > 1)
        cause.steps = {step.count.done + (isDone ? 1 : 0), step.count.asked};
    if (!debug::isOfInstructions(step.kind))
        return;
    cause.instruction = instructionOf(thread.GetFrameAtIndex(0));
}

debug::StopEvent report(LldbSession& session, lldb::SBThread thread, debug::StopCause cause)
{
    session.process().SetSelectedThread(thread);
    session.noteLeading(thread);
    cause.top = toFrame(thread.GetFrameAtIndex(0));
    if (cause.reason != debug::StopReason::Attached && !debug::isOwnCode(cause.top)) {
        ShownFrame counts = frameThatCounts(thread);
        if (counts.isValid() && (counts.lldb().GetFrameID() > 0 || counts.outside() > 0))
            cause.source = toFrame(counts);
    }
    cause.frozen = session.holds().frozen();
    const bool hasReturned = cause.reason == debug::StopReason::Step && !cause.returnedFrom.empty();
    auto returned = hasReturned ? returnedValue(session, thread) : std::nullopt;
    std::vector<debug::WatchedChange> watched;
    if (cause.reason == debug::StopReason::Watched)
        watched = session.watches().news(thread).changes;
    for (debug::WatchedChange& change : watched)
        change.ranks.insert(session.rank());
    return {session.rank(), session.stopId(), std::move(cause), std::move(returned), std::move(watched)};
}

/// Where somebody may know it: waiting is done in functions of the C library that have no names.
debug::TeamSteps::Behind behindOf(LldbSession& session, const TeamMember& member)
{
    lldb::SBThread thread = session.process().GetThreadByID(member.thread.value());
    ShownFrame counts = frameThatCounts(thread);
    lldb::SBFrame top = thread.GetFrameAtIndex(0);
    while (top.GetFrameID() < counts.lldb().GetFrameID() && toFrame(top).function.empty())
        top = thread.GetFrameAtIndex(top.GetFrameID() + 1);
    debug::TeamSteps::Behind behind{member.index, toFrame(top)};
    if (counts.isValid() && counts.lldb().GetFrameID() > top.GetFrameID())
        behind.source = toFrame(counts);
    return behind;
}

debug::TeamSteps toldOf(LldbSession& session, const TeamStep& team)
{
    debug::TeamSteps told;
    for (const TeamMember& member : team.members) {
        if (member.state == TeamMember::State::Done)
            told.done.push_back(member.index);
        else if (member.state == TeamMember::State::Ended)
            told.ended.push_back(member.index);
        else
            told.behind.push_back(behindOf(session, member));
    }
    std::ranges::sort(told.done);
    std::ranges::sort(told.ended);
    std::ranges::sort(told.behind, {}, &debug::TeamSteps::Behind::thread);
    return told;
}

/// Where nothing has happened but steps that have ended, and an interrupt, its leader leads.
debug::StopEvent reportTeam(LldbSession& session, bool interrupted)
{
    TeamStep& team = *session.team;
    lldb::SBThread thread = leadingThread(session);
    const bool hasNews = thread.IsValid() && isNews(session, thread) &&
                         !(hasComeToItsEnd(session, thread) && breakpointsHit(session, thread).empty());
    const TeamMember* const leader = team.find(team.leader);
    lldb::SBThread leading = session.process().GetThreadByID(team.leader.value());
    debug::StopCause cause;
    if (hasNews || !leading.IsValid()) {
        cause = causeOf(session, thread, interrupted);
    } else {
        thread = leading;
        const bool isStep = leader->state == TeamMember::State::Done && (team.isDone() || !session.wasInterrupted);
        cause.reason = isStep ? debug::StopReason::Step : debug::StopReason::Interrupt;
        if (cause.reason == debug::StopReason::Step)
            cause.returnedFrom = leader->leaving;
    }
    if (team.count.asked > 1)
        cause.steps = {team.count.done + (team.isDone() ? 1 : 0), team.count.asked};
    cause.team = toldOf(session, team);
    if (team.isDone())
        session.team.reset();
    return report(session, thread, std::move(cause));
}

} // namespace

debug::StopEvent reportStop(LldbSession& session, bool interrupted)
{
    if (session.team)
        return reportTeam(session, interrupted);
    lldb::SBThread thread = leadingThread(session);
    const std::optional<StepRecord> step = session.stepping;
    debug::StopCause cause = causeOf(session, thread, interrupted);
    if (step)
        describeStep(*step, thread, cause);
    return report(session, thread, std::move(cause));
}

debug::StopEvent reportCore(LldbSession& session)
{
    lldb::SBThread thread = leadingThread(session);
    debug::StopCause cause = causeOf(session, thread, false);
    if (cause.reason == debug::StopReason::Signal && (cause.signal == 0 || cause.signal == SIGSTOP))
        cause = {}; // a debugger took it
    if (cause.reason == debug::StopReason::Other && cause.description.empty())
        cause.reason = debug::StopReason::Attached;
    return report(session, thread, std::move(cause));
}

debug::StopEvent reportMoved(LldbSession& session)
{
    debug::StopCause cause;
    cause.reason = debug::StopReason::Moved;
    cause.returnedFrom = std::exchange(session.leaving, {});
    return report(session, session.process().GetSelectedThread(), std::move(cause));
}

debug::StopEvent reportAttached(LldbSession& session)
{
    debug::StopCause cause;
    cause.reason = debug::StopReason::Attached;
    return report(session, session.process().GetThreadAtIndex(0), std::move(cause));
}

} // namespace dbgr::daemon

// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/stop_report.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/lldb/crash.h"
#include "dbgdaemon/engine/lldb/expressions.h"
#include "dbgdaemon/engine/lldb/frame_choice.h"
#include "dbgdaemon/engine/lldb/moments.h"
#include "debug/frame_that_counts.h"
#include "util/trap_words.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <string>
#include <utility>

namespace dbgr::daemon {

namespace {

int signalOf(lldb::SBThread& thread)
{
    return thread.GetStopReason() == lldb::eStopReasonSignal ? static_cast<int>(thread.GetStopReasonDataAtIndex(0)) : 0;
}

std::string description(lldb::SBThread& thread)
{
    char words[512] = "";
    thread.GetStopDescription(words, sizeof words);
    return words;
}

/// The thread has met a trap of which LLDB knows nothing, and which the keeper says to be LLDB's.
bool isOfDebugger(lldb::SBThread& thread)
{
    return (thread.GetStopReason() == lldb::eStopReasonException || signalOf(thread) == SIGTRAP) &&
           description(thread).find(util::kTrapOfDebugger) != std::string::npos;
}

bool isTrap(lldb::SBThread& thread)
{
    return signalOf(thread) == SIGTRAP || isOfDebugger(thread);
}

/// Ours that the thread ran into while LLDB was putting them in: LLDB counts a breakpoint only after its trap stands in
/// the text, and a rank that runs may come to it in between. To LLDB that is a SIGTRAP for which there is no reason.
std::vector<util::BreakpointId> breakpointsUnseen(LldbSession& session, lldb::SBThread& thread)
{
    if (!isTrap(thread))
        return {};
    return session.breakpoints().at(thread.GetFrameAtIndex(0).GetPC());
}

/// In the place of one that was taken out while the thread ran into it: one of ours, or one by which LLDB has another
/// thread step.
bool isAtFormerBreakpoint(LldbSession& session, lldb::SBThread& thread)
{
    return isOfDebugger(thread) ||
           (signalOf(thread) == SIGTRAP && session.breakpoints().wasAt(thread.GetFrameAtIndex(0).GetPC()));
}

/// LLDB knows of no breakpoint at a system call, and not of memory that is watched slowly.
lldb::StopReason reasonOf(LldbSession& session, lldb::SBThread& thread)
{
    if (WatchTable::slowStopOf(thread))
        return lldb::eStopReasonWatchpoint;
    if (CallTable::stopOf(thread))
        return lldb::eStopReasonBreakpoint;
    return breakpointsUnseen(session, thread).empty() ? thread.GetStopReason() : lldb::eStopReasonBreakpoint;
}

std::vector<util::BreakpointId> breakpointsAt(LldbSession& session, lldb::SBThread& thread)
{
    if (const auto call = CallTable::stopOf(thread))
        return session.calls().at(*call, thread);
    std::vector<util::BreakpointId> hit = breakpointsUnseen(session, thread);
    if (!hit.empty())
        return hit;
    // Pairs of breakpoint and location.
    for (std::size_t i = 0; i + 1 < thread.GetStopReasonDataCount(); i += 2) {
        const auto dataAt = [&](std::size_t index) {
            return static_cast<lldb::break_id_t>(thread.GetStopReasonDataAtIndex(static_cast<std::uint32_t>(index)));
        };
        if (const auto id = session.breakpoints().hit(dataAt(i), dataAt(i + 1)))
            hit.push_back(*id);
    }
    std::sort(hit.begin(), hit.end());
    hit.erase(std::unique(hit.begin(), hit.end()), hit.end());
    return hit;
}

/// Of a hit that LLDB has not seen, or in whose condition the rank was interrupted: it judges those of the others by
/// itself, before anybody hears of them.
bool isFalseByCompiler(LldbSession& session, lldb::SBThread& thread, util::BreakpointId id)
{
    if (!session.wasInterrupted && breakpointsUnseen(session, thread).empty())
        return false;
    const std::optional<std::string> condition = session.breakpoints().conditionForCompiler(id);
    if (!condition)
        return false;
    const auto [known, isNew] = session.judged.try_emplace({util::ThreadId(thread.GetThreadID()), id}, false);
    if (isNew) // it may call functions of the program: once a stop
        known->second = isFalse(session, thread.GetFrameAtIndex(0), *condition);
    return known->second;
}

/// Whether a hit is one of those that are to be passed. LLDB has asked that of all that it has seen.
bool isPassed(LldbSession& session, lldb::SBThread& thread, util::BreakpointId id)
{
    const bool isOfCalls = session.calls().has(id);
    if (!isOfCalls && breakpointsUnseen(session, thread).empty())
        return false;
    const auto [known, isNew] = session.passed.try_emplace({util::ThreadId(thread.GetThreadID()), id}, false);
    if (isNew)
        known->second = isOfCalls ? session.calls().isToBePassed(id) : session.breakpoints().isToBePassed(id);
    return known->second;
}

/// Whether it is a tracepoint, at which nobody stops. LLDB has had those of its own hits logged.
bool isLogged(LldbSession& session, lldb::SBThread& thread, util::BreakpointId id)
{
    if (!session.breakpoints().isTrace(id))
        return false;
    const bool isUnseen = !breakpointsUnseen(session, thread).empty();
    if (isUnseen && session.loggedUnseen.emplace(util::ThreadId(thread.GetThreadID()), id).second)
        session.breakpoints().log(id, thread);
    return true;
}

bool isNotMeant(LldbSession& session, lldb::SBThread& thread, util::BreakpointId id)
{
    if (session.breakpoints().isOfOtherThread(id, thread))
        return true;
    const auto moment = session.breakpoints().momentOf(id);
    return moment && !isAt(*moment, thread);
}

/// Those whose conditions hold, or cannot be judged.
std::vector<util::BreakpointId> breakpointsHit(LldbSession& session, lldb::SBThread& thread)
{
    std::vector<util::BreakpointId> hit = breakpointsAt(session, thread);
    std::erase_if(hit, [&](util::BreakpointId id) {
        if (id == kRunToPlace)
            return !session.runsTo || !arrivesAt(*session.runsTo, thread);
        if (isNotMeant(session, thread, id)) // before its condition, which may not hold for others
            return true;
        const std::optional<std::string> condition = session.breakpoints().conditionToJudge(id);
        const bool isFalse = condition ? session.values().isFalse(thread.GetFrameAtIndex(0), *condition)
                                       : isFalseByCompiler(session, thread, id);
        return isFalse || isPassed(session, thread, id) || isLogged(session, thread, id);
    });
    return hit;
}

/// At a breakpoint that is none of the hits, since its condition is false.
bool endsStep(LldbSession& session, lldb::SBThread& thread)
{
    if (CallTable::stopOf(thread)) // within the function that makes it
        return false;
    const bool isAtOurs = !breakpointsAt(session, thread).empty() || session.watches().news(thread).isReturn;
    if (!isAtOurs)
        return false;
    if (session.stepping)
        return endsAt(*session.stepping, thread);
    const TeamMember* const member = session.team ? session.team->find(util::ThreadId(thread.GetThreadID())) : nullptr;
    return member && member->state == TeamMember::State::UnderWay && endsAt(member->record, thread);
}

constexpr int kInterruptWeight = 1;
constexpr int kStepWeight = 3;

/// How much the thread's reason tells; the highest leads.
int weightOf(LldbSession& session, lldb::SBThread& thread)
{
    if (session.holds().stood(util::ThreadId(thread.GetThreadID())))
        return -1; // what it stands for has been told
    switch (reasonOf(session, thread)) {
    case lldb::eStopReasonNone:
    case lldb::eStopReasonInvalid:
        return 0;
#if DBGR_LLDB_MAJOR >= 20
    case lldb::eStopReasonInterrupt:
        return kInterruptWeight;
#endif
    case lldb::eStopReasonTrace: // within a step that goes on, while another thread has stopped the rank
        return session.team && session.team->find(util::ThreadId(thread.GetThreadID())) ? 0 : 2;
    case lldb::eStopReasonSignal: // 0 in a core file: a thread that got none
        if (signalOf(thread) == 0)
            return 0;
        return signalOf(thread) == SIGSTOP || isAtFormerBreakpoint(session, thread) ? kInterruptWeight : 5;
    case lldb::eStopReasonException:
        return isOfDebugger(thread) ? kInterruptWeight : 2;
    case lldb::eStopReasonPlanComplete:
        return kStepWeight;
    case lldb::eStopReasonBreakpoint:
        if (!breakpointsHit(session, thread).empty() || !session.watches().news(thread).empty())
            return 4;
        return endsStep(session, thread) ? kStepWeight : kInterruptWeight;
    case lldb::eStopReasonWatchpoint:
        return session.watches().news(thread).empty() ? kInterruptWeight : 4;
    case lldb::eStopReasonExec:
        return 6;
    default:
        return 2;
    }
}

/// The selected thread leads where its reason is as good as any; else the first of the best, which for plain stops is
/// the main thread.
lldb::SBThread leadingThread(LldbSession& session)
{
    lldb::SBProcess& process = session.process();
    lldb::SBThread best = process.GetSelectedThread();
    int bestWeight = best.IsValid() ? weightOf(session, best) : -2;
    const std::uint32_t count = process.GetNumThreads();
    for (std::uint32_t i = 0; i < count; ++i) {
        lldb::SBThread thread = process.GetThreadAtIndex(i);
        if (const int weight = weightOf(session, thread); weight > bestWeight) {
            best = thread;
            bestWeight = weight;
        }
    }
    return best;
}

/// "signal SIGSEGV: address not mapped to object" -> "address not mapped to object"; "signal SIGSEGV" -> "". In core
/// files it is "SIGSEGV: address not mapped to object".
std::string signalDescription(lldb::SBThread& thread)
{
    const std::string words = description(thread);
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

void describeSignal(debug::StopCause& cause, lldb::SBThread& thread, bool interrupted)
{
    const int signal = signalOf(thread);
    if (signal == SIGSTOP && interrupted) {
        cause.reason = debug::StopReason::Interrupt;
        return;
    }
    cause.reason = debug::StopReason::Signal;
    cause.signal = signal;
    cause.description = signalDescription(thread);
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

/// "threw std::runtime_error"; "" none of these is about a moment.
std::string momentText(LldbSession& session, lldb::SBThread& thread, const std::vector<util::BreakpointId>& ids)
{
    for (const util::BreakpointId id : ids) {
        if (const auto moment = session.breakpoints().momentOf(id))
            return factsOf(thread, moment->what).words;
    }
    return {};
}

void describeHit(LldbSession& session, lldb::SBThread& thread, debug::StopCause& cause)
{
    if (const auto call = CallTable::stopOf(thread))
        cause.systemCall = CallTable::factsOf(*call);
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
        cause.description = "a sanitizer reports: " + description(thread);
        return cause;
    case lldb::eStopReasonPlanComplete:
        cause.reason = debug::StopReason::Step;
        cause.returnedFrom = std::exchange(session.leaving, {});
        session.stepping.reset();
        break;
    case lldb::eStopReasonExec:
        cause.reason = debug::StopReason::Exec;
        cause.description = programOf(session);
        break;
    case lldb::eStopReasonSignal:
        if (isAtFormerBreakpoint(session, thread))
            cause.reason = interrupted ? debug::StopReason::Interrupt : debug::StopReason::Other;
        else
            describeSignal(cause, thread, interrupted);
        break;
    default:
        cause.reason = interrupted ? debug::StopReason::Interrupt : debug::StopReason::Other;
        break;
    }
    if (cause.reason == debug::StopReason::Other)
        cause.description = description(thread);
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
    cause.top = toFrame(thread.GetFrameAtIndex(0));
    if (cause.reason != debug::StopReason::Attached && !debug::isOwnCode(cause.top)) {
        if (lldb::SBFrame counts = frameThatCounts(thread); counts.IsValid() && counts.GetFrameID() > 0)
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

} // namespace

bool isInternalStop(LldbSession& session)
{
    lldb::SBThread thread = leadingThread(session);
    if (!thread.IsValid())
        return false;
    // LLDB's own, or one that was deleted while the rank ran into it: LLDB may still know it, or see a bare trap.
    const bool isNobodys = session.watches().news(thread).empty();
    switch (reasonOf(session, thread)) {
    case lldb::eStopReasonBreakpoint:
        return isNobodys && breakpointsHit(session, thread).empty() && !endsStep(session, thread);
    case lldb::eStopReasonWatchpoint:
        return isNobodys;
    default:
        return isAtFormerBreakpoint(session, thread);
    }
}

bool hasStepsLeft(LldbSession& session)
{
    if (!session.stepping || session.stepping->count.done + 1 >= session.stepping->count.asked)
        return false;
    lldb::SBThread thread = leadingThread(session);
    if (!thread.IsValid() || thread.GetThreadID() != session.stepping->thread.value())
        return false;
    const lldb::StopReason reason = reasonOf(session, thread);
    return reason == lldb::eStopReasonPlanComplete ||
           (reason == lldb::eStopReasonBreakpoint && breakpointsHit(session, thread).empty() &&
            endsStep(session, thread));
}

std::set<std::uint64_t> formerBreakpointsMet(LldbSession& session)
{
    std::set<std::uint64_t> met;
    lldb::SBProcess& process = session.process();
    for (std::uint32_t i = 0; i < process.GetNumThreads(); ++i) {
        lldb::SBThread thread = process.GetThreadAtIndex(i);
        if (!breakpointsUnseen(session, thread).empty() || !isAtFormerBreakpoint(session, thread))
            continue;
        const std::uint64_t pc = thread.GetFrameAtIndex(0).GetPC();
        // In a team one thread meets the traps of another one's step, and LLDB puts them in and out as they go.
        const bool isAgain = !session.team || !isOfDebugger(thread) ||
                             session.team->meetsAgain(util::ThreadId(thread.GetThreadID()), pc);
        if (isAgain)
            met.insert(pc);
    }
    return met;
}

bool isBareStop(LldbSession& session)
{
    lldb::SBThread thread = leadingThread(session);
    return thread.IsValid() && weightOf(session, thread) <= kInterruptWeight;
}

bool hasComeToItsEnd(LldbSession& session, lldb::SBThread thread)
{
    const lldb::StopReason reason = reasonOf(session, thread);
    return reason == lldb::eStopReasonPlanComplete ||
           (reason == lldb::eStopReasonBreakpoint && endsStep(session, thread));
}

bool isOfTeamOnly(LldbSession& session)
{
    lldb::SBThread thread = leadingThread(session);
    if (!thread.IsValid())
        return false;
    const int weight = weightOf(session, thread);
    return weight == kStepWeight ? session.team->find(util::ThreadId(thread.GetThreadID())) != nullptr
                                 : weight <= kInterruptWeight && session.team->standAsked;
}

namespace {

/// Where somebody may know it: waiting is done in functions of the C library that have no names.
debug::TeamSteps::Behind behindOf(LldbSession& session, const TeamMember& member)
{
    lldb::SBThread thread = session.process().GetThreadByID(member.thread.value());
    lldb::SBFrame counts = frameThatCounts(thread);
    lldb::SBFrame top = thread.GetFrameAtIndex(0);
    while (top.GetFrameID() < counts.GetFrameID() && toFrame(top).function.empty())
        top = thread.GetFrameAtIndex(top.GetFrameID() + 1);
    debug::TeamSteps::Behind behind{member.index, toFrame(top)};
    if (counts.IsValid() && counts.GetFrameID() > top.GetFrameID())
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
    const bool hasNews = thread.IsValid() && weightOf(session, thread) > kInterruptWeight &&
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

// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/stop_reason.h"

#include "dbgdaemon/engine/lldb/expressions.h"
#include "dbgdaemon/engine/lldb/moments.h"
#include "dbgdaemon/engine/lldb/signal_return.h"
#include "dbgdaemon/engine/lldb/thread_steps.h"
#include "debug/report_catch.h"
#include "util/trap_words.h"

#include <algorithm>
#include <csignal>
#include <optional>
#include <string_view>

namespace dbgr::daemon {

namespace {

constexpr int kInterruptWeight = 1;
constexpr int kStepWeight = 3;

/// Whether the words are the keeper's of a trap that LLDB does not know.
bool isTrapWith(lldb::SBThread& thread, std::string_view words)
{
    return (thread.GetStopReason() == lldb::eStopReasonException || signalOf(thread) == SIGTRAP) &&
           stopWords(thread).find(words) != std::string::npos;
}

/// The thread has met a trap of which LLDB knows nothing, and which the keeper says to be LLDB's.
bool isOfDebugger(lldb::SBThread& thread)
{
    return isTrapWith(thread, util::kTrapOfDebugger);
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

std::vector<util::BreakpointId> breakpointsAt(LldbSession& session, lldb::SBThread& thread)
{
    if (const auto call = CallTable::stopOf(thread))
        return session.calls().at(*call, thread);
    if (isFatalMpiError(thread)) {
        std::vector<util::BreakpointId> known = session.breakpoints().at(thread.GetFrameAtIndex(0).GetPC());
        known.push_back(debug::kCatchOfMpiErrors);
        return known;
    }
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

/// Whether a hit is one of those that are to be passed. LLDB has asked that of all that it has seen, also of those
/// beside the one that stops.
bool isPassed(LldbSession& session, lldb::SBThread& thread, util::BreakpointId id)
{
    const bool isOfCalls = session.calls().has(id);
    if (!isOfCalls && breakpointsUnseen(session, thread).empty())
        return session.breakpoints().hasPassed(util::ThreadId(thread.GetThreadID()), id);
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

/// How much the thread's reason tells; the highest leads.
int weightOf(LldbSession& session, lldb::SBThread& thread)
{
    if (hasNotRun(session, thread))
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

/// A step of the thread has been begun, and has not been found to be over.
bool isUnderWay(LldbSession& session, util::ThreadId thread)
{
    if (!session.team)
        return session.stepping && session.stepping->thread == thread;
    const TeamMember* const member = session.team->find(thread);
    return member && member->state == TeamMember::State::UnderWay;
}

/// Where the address sanitizer ends the rank, for what it has told before.
bool isToldReport(const LldbSession& session, lldb::SBThread& thread)
{
    const char* const function = thread.GetFrameAtIndex(0).GetFunctionName();
    return !session.sanitizerReport.empty() && function && std::string_view(function).starts_with("__asan");
}

} // namespace

int signalOf(lldb::SBThread& thread)
{
    return thread.GetStopReason() == lldb::eStopReasonSignal ? static_cast<int>(thread.GetStopReasonDataAtIndex(0)) : 0;
}

bool isFatalMpiError(lldb::SBThread& thread)
{
    return isTrapWith(thread, util::kTrapOfMpiErrors);
}

std::string stopWords(lldb::SBThread& thread)
{
    char words[512] = "";
    thread.GetStopDescription(words, sizeof words);
    return words;
}

bool isAtFormerBreakpoint(LldbSession& session, lldb::SBThread& thread)
{
    return isOfDebugger(thread) ||
           (signalOf(thread) == SIGTRAP && session.breakpoints().wasAt(thread.GetFrameAtIndex(0).GetPC()));
}

lldb::StopReason reasonOf(LldbSession& session, lldb::SBThread& thread)
{
    if (WatchTable::slowStopOf(thread))
        return lldb::eStopReasonWatchpoint;
    if (CallTable::stopOf(thread) || isFatalMpiError(thread))
        return lldb::eStopReasonBreakpoint;
    return breakpointsUnseen(session, thread).empty() ? thread.GetStopReason() : lldb::eStopReasonBreakpoint;
}

bool hasNotRun(LldbSession& session, lldb::SBThread& thread)
{
    const util::ThreadId id(thread.GetThreadID());
    if (!session.holds().stood(id))
        return false;
    // A step into a function that was inlined may end without an instruction.
    return thread.GetStopReason() != lldb::eStopReasonPlanComplete || !isUnderWay(session, id) ||
           hasStep(session.target(), thread);
}

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

bool isNews(LldbSession& session, lldb::SBThread& thread)
{
    return weightOf(session, thread) > kInterruptWeight;
}

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
    case lldb::eStopReasonInstrumentation: // LLDB looks for some reports by itself
        return !session.breakpoints().catches(debug::Moment::What::Sanitizer) || isToldReport(session, thread);
    default:
        return isAtFormerBreakpoint(session, thread);
    }
}

bool endsInSignalReturn(LldbSession& session)
{
    if (!session.stepping || debug::isOfInstructions(session.stepping->kind))
        return false;
    lldb::SBThread thread = leadingThread(session);
    return thread.IsValid() && thread.GetThreadID() == session.stepping->thread.value() &&
           reasonOf(session, thread) == lldb::eStopReasonPlanComplete && isSignalReturn(thread.GetFrameAtIndex(0));
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
    return thread.IsValid() && !isNews(session, thread);
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

} // namespace dbgr::daemon

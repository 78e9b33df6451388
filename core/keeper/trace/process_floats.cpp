// SPDX-License-Identifier: BSD-3-Clause
// Process: traps of floating-point arithmetic. Threads have them only while they run, as they have the processor's
// other traps. A thread that has met one of ours does that instruction without, and is not given its signal.
#include "keeper/trace/float_units.h"
#include "keeper/trace/process.h"
#include "keeper/trace/signal_words.h"

#include <csignal>
#include <optional>
#include <utility>

namespace dbgr::keeper {

std::optional<util::FloatTrap> floats::trapOfCode(int code)
{
    switch (code) {
    case FPE_FLTDIV:
        return util::FloatTrap::DivideByZero;
    case FPE_FLTOVF:
        return util::FloatTrap::Overflow;
    case FPE_FLTUND:
        return util::FloatTrap::Underflow;
    case FPE_FLTRES:
        return util::FloatTrap::Inexact;
    case FPE_FLTINV:
        return util::FloatTrap::Invalid;
    default:
        return std::nullopt;
    }
}

bool Process::isOurFloatTrap(const Thread& thread, const TraceNews& news)
{
    if (news.number != SIGFPE || thread.openFloats.isEmpty())
        return false;
    const SignalNews signal = m_tracer.signalNews(news.thread);
    const auto trap = signal.cause == SignalNews::Cause::Sent ? std::nullopt : floats::trapOfCode(signal.code);
    return trap && thread.openFloats.has(*trap);
}

/// The kernel names the first of all that have happened since the program cleared them, which may be long ago: of the
/// thread's own exceptions the one is meant that had not happened before.
std::string Process::floatWords(Tid id, const Thread& thread)
{
    const util::FloatTraps candidates = m_tracer.floatState(id).raised & thread.openFloats;
    const util::FloatTraps fresh = candidates - thread.raisedBefore.value_or(util::FloatTraps());
    const util::FloatTraps meant = fresh.isEmpty() ? candidates : fresh;
    SignalNews signal = m_tracer.signalNews(id);
    for (const int code : {FPE_FLTDIV, FPE_FLTOVF, FPE_FLTUND, FPE_FLTRES, FPE_FLTINV}) {
        util::FloatTraps only;
        only.set(*floats::trapOfCode(code), true);
        if (meant == only)
            signal.code = code;
    }
    const bool isCertain = meant.isEmpty() || meant.text().find(',') == std::string::npos;
    return isCertain ? signalWords(SIGFPE, signal) : "signal SIGFPE: floating point, one of " + meant.text();
}

/// Not by a function that it is made to call meanwhile.
void Process::passFloat(Thread& thread)
{
    if (!isInCall())
        thread.passesFloat |= std::exchange(thread.metFloat, false);
}

void Process::armFloats(Tid id, Thread& thread)
{
    const util::FloatTraps wanted = thread.passesFloat || isInCall() ? util::FloatTraps() : m_wantedFloats();
    if (wanted.isEmpty() || thread.raisedBefore)
        return;
    const FloatState state = m_tracer.floatState(id);
    thread.raisedBefore = state.raised;
    const util::FloatTraps toOpen = wanted - state.open;
    if (!toOpen.isEmpty() && noteFloats(toOpen) && m_tracer.setFloatTraps(id, toOpen, true))
        thread.openFloats = thread.openFloats | toOpen;
}

/// In the ledger, before any thread has them. False: it is full.
bool Process::noteFloats(util::FloatTraps more)
{
    const util::FloatTraps all = m_notedFloats | more;
    if (all == m_notedFloats)
        return true;
    const auto line = m_ledger.addFloats(m_pid, all);
    if (!line)
        return false;
    if (const auto before = std::exchange(m_floatLine, line))
        m_ledger.erase(*before);
    m_notedFloats = all;
    return true;
}

void Process::disarmFloats()
{
    for (auto& [id, thread] : m_threads) {
        thread.raisedBefore.reset();
        if (const util::FloatTraps open = std::exchange(thread.openFloats, {}); !open.isEmpty())
            m_tracer.setFloatTraps(id, open, false);
    }
    forgetFloats();
}

void Process::forgetFloats()
{
    if (const auto line = std::exchange(m_floatLine, std::nullopt))
        m_ledger.erase(*line);
    m_notedFloats = {};
}

} // namespace dbgr::keeper

// SPDX-License-Identifier: BSD-3-Clause
// Process: traps of floating-point arithmetic. Threads have them only while they run, as they have the processor's
// other traps. A thread that has met one of ours does that instruction without, and is not given its signal.
#include "keeper/trace/float_units.h"
#include "keeper/trace/process.h"

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

/// Not by a function that it is made to call meanwhile.
void Process::passFloat(Thread& thread)
{
    if (!isInCall())
        thread.passesFloat |= std::exchange(thread.metFloat, false);
}

void Process::armFloats(Tid id, Thread& thread)
{
    const util::FloatTraps wanted =
        !thread.openFloats.isEmpty() || thread.passesFloat || isInCall() ? util::FloatTraps() : m_wantedFloats();
    if (wanted.isEmpty())
        return;
    const util::FloatTraps toOpen = m_tracer.closedFloatTraps(id, wanted);
    if (!toOpen.isEmpty() && noteFloats(toOpen) && m_tracer.setFloatTraps(id, toOpen, true))
        thread.openFloats = toOpen;
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

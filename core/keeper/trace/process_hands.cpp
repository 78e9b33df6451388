// SPDX-License-Identifier: BSD-3-Clause
// The part of a process that is about its debuggers: what one of them has changed in it, when another one takes over,
// or nobody does.
#include "keeper/trace/process.h"

#include <utility>

namespace dbgr::keeper {

std::optional<std::uint32_t> Process::saveRegisters(Tid id)
{
    const RegisterState* const state = registers(id, true);
    if (!state)
        return std::nullopt;
    const auto place = callInstruction();
    return m_saved.add(id, *state,
                       place ? m_ledger.sent().add({m_pid, id, *place, *state, false}) : SentLedger::Line());
}

bool Process::restoreRegisters(std::uint32_t id)
{
    const auto saved = m_saved.take(id);
    return saved && setRegisters(saved->thread, saved->state);
}

/// Threads go on from where they were before they were made to call functions.
void Process::endCalls()
{
    for (const SavedRegisters::Saved& saved : m_saved.takeCalls())
        static_cast<void>(setRegisters(saved.thread, saved.state));
}

void Process::resumeAsItIs()
{
    std::map<Tid, ThreadOrder> orders;
    for (const auto& [id, thread] : m_threads) {
        if (thread.stop.isToBeDelivered())
            orders.emplace(id, ThreadOrder{ThreadOrder::Does::Run, thread.stop.signal});
    }
    resume(orders, {ThreadOrder::Does::Run, 0});
}

void Process::tellStop()
{
    if (m_phase != Phase::Standing || !std::exchange(m_owesTelling, false))
        return;
    const auto tell = [this] {
        if (m_phase == Phase::Standing && !m_isLeaving && !m_isChangingHands) // else that is done next
            m_listener.onStopped();
    };
    giveTrapHandler([this, tell] { giveSlots(tell); });
}

void Process::forgetCaller()
{
    if (m_call && m_call->isForDebugger)
        m_call->done = [](std::optional<std::int64_t>) {};
}

void Process::forgetDebugger()
{
    if (hasEnded())
        return;
    forgetCaller();
    m_isChangingHands = true;
    if (m_phase == Phase::Standing)
        changeHands();
    else
        interrupt();
}

void Process::letGo()
{
    endCalls();
    if (takeTrapHandler() || takeSlots())
        return; // and comes back
    takeCallInstruction();
    m_sites.clean();
    for (auto& [id, thread] : m_threads) {
        const bool isItsStop = thread.stop.isToBeDelivered() && !thread.metFloat;
        m_tracer.release(id, thread.signal != 0 ? thread.signal : isItsStop ? thread.stop.signal : 0);
    }
    while (!m_threads.empty())
        drop(m_threads.begin()->first);
    m_sites.forget();
    forgetHardware();
    m_phase = Phase::Released;
    failSamples();
    m_listener.onReleased();
}

void Process::changeHands()
{
    m_isChangingHands = false;
    m_owesTelling = false;
    endCalls();
    m_sites.forget();
    static_cast<void>(setHardwareTraps({}));
    for (auto& [id, thread] : m_threads) {
        thread.toMake.reset(); // nor has it heard of the call
        if (thread.stop.reason != rsp::StopReason::Signal)
            thread.stop = {}; // it meets its breakpoint again, where that is set again
    }
    if (const auto teller = loneTeller())
        m_main = *teller; // else the one that was it before
    chooseMain();
    m_listener.onStopped();
}

} // namespace dbgr::keeper

// SPDX-License-Identifier: BSD-3-Clause
// Process: registers of threads that stand, read once a stop.
#include "keeper/trace/process.h"

#include <cstdint>
#include <utility>

namespace dbgr::keeper {

RegisterBytes* Process::general(Tid id, Thread& thread)
{
    if (!thread.registers.general.empty())
        return &thread.registers.general;
    auto bytes = m_tracer.general(id);
    if (!bytes)
        return nullptr;
    thread.registers.general = *std::move(bytes);
    return &thread.registers.general;
}

const RegisterState* Process::registers(Tid id, bool extended)
{
    const auto found = m_threads.find(id);
    if (found == m_threads.end() || !general(id, found->second))
        return nullptr;
    RegisterState& state = found->second.registers;
    if (!extended || !state.extended.empty())
        return &state;
    auto bytes = m_tracer.extended(id);
    if (!bytes)
        return nullptr;
    state.extended = *std::move(bytes);
    return &state;
}

bool Process::setRegister(Tid id, const RegisterSpec& spec, std::span<const std::byte> bytes)
{
    if (!registers(id, spec.isExtended()))
        return false;
    RegisterState state = m_threads.at(id).registers;
    const RemoteAddress before = m_arch.pc(state.general);
    if (!RegisterTable::write(spec, state, bytes))
        return false;
    m_arch.wrote(spec, state);
    if (m_arch.pc(state.general) != before)
        m_saved.sent(id);
    return m_saved.has(id) ? setAside(id, state, spec.isExtended()) : setRegisters(id, state);
}

/// Of a thread that is about to be sent elsewhere, or was. Were we killed now, it would run on with half of it: so the
/// kernel has it wait at a place of ours until it runs.
bool Process::setAside(Tid id, const RegisterState& state, bool isExtended)
{
    if (!callInstruction())
        return setRegisters(id, state);
    Thread& thread = m_threads.at(id);
    if (!m_tracer.setGeneral(id, waiting(state.general)))
        return false;
    thread.isAside = true;
    m_saved.standsAtPlace(id);
    if (isExtended && !m_tracer.setExtended(id, state.extended))
        return false;
    thread.registers = state;
    return true;
}

RegisterBytes Process::waiting(RegisterBytes general) const
{
    m_arch.setPc(general, *m_callInstruction + m_arch.systemCall().size());
    return m_arch.asPutBack(std::move(general)); // the signal that it has met may still be with it
}

/// Threads that stand in the midst of what a debugger sent them to.
void Process::setCallersAside()
{
    if (!m_saved.isAnyInCall())
        return;
    for (auto& [id, thread] : m_threads) {
        const RegisterBytes* const bytes = m_saved.isInCall(id) && !thread.isAside ? general(id, thread) : nullptr;
        if (bytes)
            static_cast<void>(setAside(id, RegisterState(thread.registers), false));
    }
}

/// About to run: from where the debugger sees it.
void Process::comeBack(Tid id, Thread& thread)
{
    if (!std::exchange(thread.isAside, false))
        return;
    m_saved.goesOn(id);
    static_cast<void>(m_tracer.setGeneral(id, thread.registers.general));
}

bool Process::setRegisters(Tid id, const RegisterState& state)
{
    const auto found = m_threads.find(id);
    if (found == m_threads.end() || (!state.extended.empty() && !m_tracer.setExtended(id, state.extended)))
        return false;
    if (!m_tracer.setGeneral(id, state.general)) // last: where it goes on
        return false;
    found->second.isAside = false;
    found->second.registers = state;
    return true;
}

} // namespace dbgr::keeper

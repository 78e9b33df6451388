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
    const std::uint64_t before = m_arch.pc(state.general);
    if (!RegisterTable::write(spec, state, bytes))
        return false;
    m_arch.wrote(spec, state);
    if (m_arch.pc(state.general) != before)
        m_saved.sent(id);
    return setRegisters(id, state);
}

bool Process::setRegisters(Tid id, const RegisterState& state)
{
    const auto found = m_threads.find(id);
    if (found == m_threads.end() || !m_tracer.setGeneral(id, state.general))
        return false;
    if (!state.extended.empty() && !m_tracer.setExtended(id, state.extended))
        return false;
    found->second.registers = state;
    return true;
}

} // namespace dbgr::keeper

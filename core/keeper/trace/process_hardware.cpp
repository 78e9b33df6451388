// SPDX-License-Identifier: BSD-3-Clause
// Process: the processor's own traps. Threads have them only while they run, as the text has its traps: so that nobody
// has to take them out of what stands when the keeper is killed.
#include "keeper/trace/process.h"

#include <algorithm>
#include <utility>

namespace dbgr::keeper {

bool Process::setHardwareTraps(const Arch::HardwareTraps& traps)
{
    const bool isAny = std::ranges::any_of(traps, [](const auto& trap) { return trap.has_value(); });
    if (isAny && !m_hardwareLine)
        m_hardwareLine = m_ledger.addHardware(m_pid);
    if (isAny && !m_hardwareLine)
        return false; // nobody could take them out if we were killed
    const Arch::HardwareTraps before = std::exchange(m_hardware, traps);
    for (const auto& [id, thread] : m_threads) {
        if (m_tracer.setHardwareTraps(id, traps))
            continue;
        m_hardware = before;
        for (const auto& [other, ignored] : m_threads)
            m_tracer.setHardwareTraps(other, before);
        return false;
    }
    for (const auto& [id, thread] : m_threads) // that was to see whether the system takes them
        m_tracer.setHardwareTraps(id, {});
    if (!isAny)
        forgetHardware();
    return true;
}

void Process::arm(Tid id, Thread& thread)
{
    if (m_hardwareLine && !thread.isArmed)
        thread.isArmed = m_tracer.setHardwareTraps(id, m_hardware);
    armFloats(id, thread);
}

void Process::disarm()
{
    for (auto& [id, thread] : m_threads) {
        if (std::exchange(thread.isArmed, false))
            m_tracer.setHardwareTraps(id, {});
    }
    disarmFloats();
}

void Process::forgetHardware()
{
    if (const auto line = std::exchange(m_hardwareLine, std::nullopt))
        m_ledger.erase(*line);
}

} // namespace dbgr::keeper

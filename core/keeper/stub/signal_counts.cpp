// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/stub/signal_counts.h"

namespace dbgr::keeper {

void SignalCounts::add(int signal) const
{
    if (has(signal))
        ++m_memory->got[static_cast<std::size_t>(signal)];
}

std::uint32_t SignalCounts::take(int signal) const
{
    if (!has(signal))
        return 0;
    const auto number = static_cast<std::size_t>(signal);
    const std::uint32_t got = m_memory->got[number];
    return got - m_memory->taken[number].exchange(got);
}

} // namespace dbgr::keeper

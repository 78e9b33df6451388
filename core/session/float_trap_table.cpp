// SPDX-License-Identifier: BSD-3-Clause
#include "session/float_trap_table.h"

namespace dbgr::session {

util::RankSet FloatTrapTable::ranksWith(util::FloatTrap trap) const
{
    util::RankSet ranks;
    for (const auto& [traps, some] : m_ranks) {
        if (traps.has(trap))
            ranks |= some;
    }
    return ranks;
}

void FloatTrapTable::set(const util::RankSet& ranks, util::FloatTraps traps)
{
    for (auto& [others, some] : m_ranks)
        some -= ranks;
    if (!traps.isEmpty())
        m_ranks[traps] |= ranks;
    std::erase_if(m_ranks, [](const auto& one) { return one.second.empty(); });
}

} // namespace dbgr::session

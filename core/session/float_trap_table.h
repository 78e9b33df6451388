// SPDX-License-Identifier: BSD-3-Clause
// Which results of floating-point arithmetic stop which ranks. Ranks of a job that is started anew have what the same
// ranks had before. Owned and changed by the session, read by faces. Thread: the session's.
#pragma once

#include "util/float_traps.h"
#include "util/rank_set.h"

#include <cstdint>
#include <map>

namespace dbgr::session {

class FloatTrapTable
{
public:
    struct Order
    {
        bool operator()(util::FloatTraps a, util::FloatTraps b) const { return a.bits() < b.bits(); }
    };
    using ByTraps = std::map<util::FloatTraps, util::RankSet, Order>;

    /// Ranks that have the same ones; not of ranks that have none.
    [[nodiscard]] const ByTraps& all() const { return m_ranks; }
    [[nodiscard]] util::RankSet ranksWith(util::FloatTrap trap) const;
    void set(const util::RankSet& ranks, util::FloatTraps traps);

private:
    ByTraps m_ranks;
};

} // namespace dbgr::session

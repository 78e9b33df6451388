// SPDX-License-Identifier: GPL-3.0-or-later
// How every rank looks, kept so that it can be asked a hundred thousand times a frame, and counted by look.
// Way: process table -> here -> grid and legend. Thread: GUI.
#pragma once

#include "ui/theme/rank_look.h"
#include "util/rank_set.h"

#include <array>
#include <vector>

namespace dbgr::ui {

/// Cost of an update follows the intervals of ranks that changed, and those that ended.
class RankLooks
{
public:
    /// Another job.
    void reset(const session::ProcessTable& processes);
    /// Reads the rows of these ranks again.
    void update(const session::ProcessTable& processes, const util::RankSet& changed);

    /// Starting for a rank that the job does not have.
    [[nodiscard]] RankLook at(util::Rank rank) const
    {
        return rank.value() < m_byRank.size() ? m_byRank[rank.value()] : RankLook::Starting;
    }
    [[nodiscard]] const util::RankSet& of(RankLook look) const { return m_byLook[static_cast<std::size_t>(look)]; }

private:
    void set(const util::RankSet& ranks, RankLook look);

    std::vector<RankLook> m_byRank;
    std::array<util::RankSet, kRankLooks.size()> m_byLook;
};

} // namespace dbgr::ui

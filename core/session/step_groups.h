// SPDX-License-Identifier: BSD-3-Clause
// The steps of ranks together that are under way: a rank is of one of them at most. Owned by the session.
// Thread: the session's.
#pragma once

#include "session/step_together.h"

#include <memory>
#include <vector>

namespace dbgr::session {

class StepGroups
{
public:
    explicit StepGroups(StepTogether::Parts parts) : m_parts(std::move(parts)) {}

    /// As StepTogether's. They leave what they are of.
    void begin(const util::RankSet& ranks, util::Rank leader, const debug::Step& what);
    /// Ranks of which something is still to come.
    [[nodiscard]] util::RankSet ranks() const;
    /// Ranks have stopped. \return those of which that is not told now
    [[nodiscard]] util::RankSet take(const debug::StopGroup& stop);
    void leave(const util::RankSet& ranks);
    /// Those that are not of `ranks` leave.
    void keepOnly(const util::RankSet& ranks) { leave(this->ranks() - ranks); }
    /// Another job begins.
    void clear() { m_groups.clear(); }

private:
    void dropEnded();

    StepTogether::Parts m_parts;
    std::vector<std::unique_ptr<StepTogether>> m_groups;
};

} // namespace dbgr::session

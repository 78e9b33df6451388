// SPDX-License-Identifier: BSD-3-Clause
// Whom commands and views are about, and which rank leads them. Owned by the session. Thread: the session's.
#pragma once

#include "util/ids.h"
#include "util/rank_set.h"

#include <optional>

namespace dbgr::session {

class Focus
{
public:
    [[nodiscard]] const util::RankSet& ranks() const { return m_ranks; }
    /// The job is over: there are no ranks, until those of another job are known.
    void forgetJob(const util::RankSet& all);
    /// The ranks of a job are known: those that were in the focus before, if it has any of them, or else all.
    void beginJob(const util::RankSet& all);
    /// A chosen leader that is not among them is forgotten.
    void set(util::RankSet ranks);
    /// \pre ranks().contains(rank)
    void setLeader(util::Rank rank) { m_chosen = rank; }
    /// By the user.
    [[nodiscard]] const std::optional<util::Rank>& chosen() const { return m_chosen; }

    /// The user's choice if it stands; else the lowest that stands; else the choice, or the lowest of all.
    /// \param standing the ranks that are stopped. Nothing: the focus is empty.
    [[nodiscard]] std::optional<util::Rank> leader(const util::RankSet& standing) const;

private:
    util::RankSet m_ranks;
    std::optional<util::Rank> m_chosen;
    // Of the job before
    util::RankSet m_lastRanks; ///< empty: all, however many
    std::optional<util::Rank> m_lastChosen;
};

} // namespace dbgr::session

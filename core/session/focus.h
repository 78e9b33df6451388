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
    /// Follows every rank of the job until set() names some.
    [[nodiscard]] const util::RankSet& ranks() const { return m_ranks; }
    void set(util::RankSet ranks);
    /// The rank that is to lead; forgotten when the focus no longer has it.
    void setLeader(util::Rank rank) { m_chosen = rank; }
    [[nodiscard]] std::optional<util::Rank> chosen() const { return m_chosen; }

    /// The user's choice if it stands; else the lowest that stands; else the choice, or the lowest of all.
    /// \param standing the ranks that are stopped. Nothing: the focus is empty.
    [[nodiscard]] std::optional<util::Rank> leader(const util::RankSet& standing) const;

private:
    util::RankSet m_ranks;
    std::optional<util::Rank> m_chosen;
};

} // namespace dbgr::session

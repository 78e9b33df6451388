// SPDX-License-Identifier: GPL-3.0-or-later
// A rank, and a selection of ranks, in words. Pure. Thread: GUI.
#pragma once

#include "util/rank_set.h"

#include <QString>

namespace dbgr::session {
class ProcessTable;
class Session;
} // namespace dbgr::session

namespace dbgr::ui {

/// Rank, host and pid, state and place: for a tooltip; rich text. \pre the job has the rank
[[nodiscard]] QString rankTip(const session::Session& session, util::Rank rank);
/// "32 ranks, 3 selected: 0-2. In focus: all. Rank 0 leads.": for who cannot see the grid.
[[nodiscard]] QString gridDescription(const session::Session& session, const util::RankSet& selected);
/// "rank 3", "4 ranks".
[[nodiscard]] QString countText(const util::RankSet& ranks);

} // namespace dbgr::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with some ranks: the context menu of grid and table. Thread: GUI.
#pragma once

#include "util/rank_set.h"

#include <optional>

class QMenu;
class QWidget;

namespace dbgr::ui {

struct UiContext;

/// A menu that deletes itself when it is closed; null without ranks.
/// \param ranks of the job \param rank the one below the mouse
[[nodiscard]] QMenu* makeRankMenu(UiContext& context, const util::RankSet& ranks, std::optional<util::Rank> rank,
                                  QWidget* parent);
/// The same entries, for a menu that has others, too.
void fillRankMenu(QMenu& menu, UiContext& context, const util::RankSet& ranks, std::optional<util::Rank> rank);

} // namespace dbgr::ui

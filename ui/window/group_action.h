// SPDX-License-Identifier: GPL-3.0-or-later
// How views ask that ranks get a name: they know which ranks, the line above the grid knows how. Thread: GUI.
#pragma once

#include "util/rank_set.h"

class QAction;

namespace dbgr::ui {

class Actions;

/// The user is asked for the name of a group of these.
void wantGroup(const Actions& actions, const util::RankSet& ranks);

/// Of which ranks action::kNewGroup is to make a group now: empty where a key or the menu has asked, which name none.
[[nodiscard]] util::RankSet wantedGroup(QAction& newGroup);

} // namespace dbgr::ui

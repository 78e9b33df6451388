// SPDX-License-Identifier: GPL-3.0-or-later
// What the views of ranks ask of the session; a refusal is shown as a notice. Thread: GUI.
#pragma once

#include "util/rank_set.h"

namespace dbgr::ui {

struct UiContext;

/// Commands and views are about these from now on.
void focusOn(const UiContext& context, const util::RankSet& ranks);
/// This rank leads; the focus takes it in if it does not have it.
void makeLeader(const UiContext& context, util::Rank rank);
/// Without a change of the focus.
void continueOnly(const UiContext& context, const util::RankSet& ranks);
void pauseOnly(const UiContext& context, const util::RankSet& ranks);

} // namespace dbgr::ui

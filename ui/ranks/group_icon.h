// SPDX-License-Identifier: GPL-3.0-or-later
// How the ranks of a group stand, as a small picture before its name. Thread: GUI.
#pragma once

#include "util/rank_set.h"

#include <QIcon>
#include <QSize>

namespace dbgr::ui {

class RankLooks;
class Theme;

/// A padlock needs room behind the bar.
[[nodiscard]] constexpr QSize groupIconSize(bool frozen)
{
    return frozen ? QSize(34, 12) : QSize(22, 12);
}

/// A bar with a part for each state that some of the ranks are in, as wide as they are many; behind it a padlock where
/// the group is frozen.
[[nodiscard]] QIcon groupIcon(const util::RankSet& ranks, bool frozen, const RankLooks& looks, const Theme& theme);

} // namespace dbgr::ui

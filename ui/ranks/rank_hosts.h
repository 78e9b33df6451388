// SPDX-License-Identifier: GPL-3.0-or-later
// Which ranks are where. Pure; costs a look at every rank, so for menus only. Thread: GUI.
#pragma once

#include "util/rank_set.h"

#include <string>
#include <utility>
#include <vector>

namespace dbgr::session {
class ProcessTable;
}

namespace dbgr::ui {

[[nodiscard]] util::RankSet ranksOnHost(const session::ProcessTable& processes, const std::string& host);
/// In the order of their lowest ranks.
[[nodiscard]] std::vector<std::pair<std::string, util::RankSet>> hostsOf(const session::ProcessTable& processes);

} // namespace dbgr::ui

// SPDX-License-Identifier: BSD-3-Clause
// Which ranks may still read what is sent to them. Thread: any; looks at the system.
#pragma once

#include "session/backend_event.h"
#include "util/rank_set.h"

#include <vector>

namespace dbgr::session {

/// Without those whose processes have ended; of processes on other nodes nobody knows it here, and they count.
[[nodiscard]] util::RankSet livingRanks(const std::vector<RankPlace>& places);

} // namespace dbgr::session

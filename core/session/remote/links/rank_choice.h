// SPDX-License-Identifier: BSD-3-Clause
// Which rank each of some processes, or core files, is: as their environments say, if that makes one job of them.
// Way: CoreLink and LooseLink. Thread: any; pure.
#pragma once

#include "util/ids.h"
#include "util/rank_environment.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::session {

struct RankChoice
{
    std::vector<util::Rank> ranks; ///< in the order of the processes
    std::string job;               ///< as its launcher names it; "" unknown
    std::uint32_t jobSize = 0;     ///< 0 unknown
    bool fromEnvironment = false;  ///< otherwise they are numbered from 0
    /// Why they had to be numbered, though some know a rank: "the processes 12 and 17 are both rank 3"; "" nothing
    /// odd.
    std::string oddity;
};

/// \param places what each environment says; nothing: no rank
/// \param names of the processes, for the oddity: "process 12", "core.12"
[[nodiscard]] RankChoice chooseRanks(const std::vector<std::optional<util::PlaceInJob>>& places,
                                     const std::vector<std::string>& names);

} // namespace dbgr::session

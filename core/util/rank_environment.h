// SPDX-License-Identifier: BSD-3-Clause
// What a process's environment says about its place in a parallel job: the one table of the variables by which
// launchers tell a process its rank. For processes (and the remains of some) whose launcher cannot be asked.
// Thread: any; pure.
#pragma once

#include "util/ids.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::util {

struct PlaceInJob
{
    Rank rank;
    std::uint32_t jobSize = 0; ///< ranks in the whole job; 0 unknown
    std::string job;           ///< equal for processes of one job, as far as its launcher names jobs; "" unknown
    friend bool operator==(const PlaceInJob&, const PlaceInJob&) = default;
};

/// No job of today has as many ranks; a number beyond is none.
inline constexpr std::uint32_t kMaxRankCount = 1 << 20;

/// By the innermost launcher that shows in it: of ranks that mpiexec started inside a Slurm job, it is mpiexec's.
/// \param environment "NAME=value" each; may come from anywhere
/// \return nothing when it is that of no rank
[[nodiscard]] std::optional<PlaceInJob> placeInJob(const std::vector<std::string>& environment);

} // namespace dbgr::util

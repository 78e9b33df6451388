// SPDX-License-Identifier: BSD-3-Clause
// The words of --map-by, --rank-by and --bind-to, which are those of PMIX_MAPBY, PMIX_RANKBY and PMIX_BINDTO too.
// Thread: any; pure.
#pragma once

#include "launcher/job_spec.h"
#include "util/result.h"

#include <string_view>

namespace dbgr::launcher {

/// "core", "ppr:2:numa", "slot:PE=2:OVERSUBSCRIBE", ":oversubscribe", "BYCORE:NOOVERSUBSCRIBE": upper and lower case
/// alike; what is not named stays as it is. \errors (all) Status::ErrBadParam
[[nodiscard]] util::Result<void> parseMapBy(std::string_view text, Placement& placement);
/// "2:numa": PMIX_PPR
[[nodiscard]] util::Result<void> parsePerResource(std::string_view text, Placement& placement);
/// "slot", "fill", "node" or "span"
[[nodiscard]] util::Result<void> parseRankBy(std::string_view text, Placement& placement);
/// "none", or a level, with ":overload-allowed" or ":if-supported" behind it
[[nodiscard]] util::Result<void> parseBindTo(std::string_view text, Placement& placement);

/// "CORE", "L3CACHE"
[[nodiscard]] std::string_view levelName(pmix::HardwareLevel level);

} // namespace dbgr::launcher

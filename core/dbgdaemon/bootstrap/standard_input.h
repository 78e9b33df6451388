// SPDX-License-Identifier: BSD-3-Clause
// Whether what its launcher gives a rank can reach it: PMIx's launchers take input for any rank, say that all is well,
// and drop it where the rank has no pipe from them. Thread: any.
#pragma once

#include "debug/attach_order.h"
#include "debug/engine_reply.h"
#include "util/ids.h"
#include "util/rank_set.h"

#include <optional>
#include <string>
#include <vector>

namespace dbgr::daemon {

/// \return why nothing more can reach it: "the standard input is /dev/null"; nothing: it can, or that does not show
[[nodiscard]] std::optional<std::string> whyNoInput(util::Pid pid);

/// Those of `ranks` that nothing can reach, as CheckInput answers. Ranks without a process here are not among them.
[[nodiscard]] std::vector<debug::RankFailure> ranksWithoutInput(const util::RankSet& ranks,
                                                                const std::vector<debug::LocalProcess>& processes);

} // namespace dbgr::daemon

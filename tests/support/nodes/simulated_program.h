// SPDX-License-Identifier: GPL-3.0-or-later
// What ranks of a program would answer that is not there: stacks and values of any number of them, each always the
// same. Pure. Thread: any.
#pragma once

#include "debug/engine_reply.h"
#include "debug/engine_request.h"
#include "debug/stop.h"
#include "util/ids.h"
#include "util/rank_set.h"

#include <cstdint>

namespace dbgr::test {

/// An answer of ranks of one node, which stand at their `stop`th stop. Expressions: "rank" is another value in each
/// rank, "parity" one of two, all others the same in all.
[[nodiscard]] debug::EngineReply simulatedReply(const util::RankSet& ranks, const debug::EngineRequest& request,
                                                util::StopId stop);
/// All of them stand at the same place for the same reason.
[[nodiscard]] debug::StopGroup simulatedStop(const util::RankSet& ranks, debug::StopReason reason, util::StopId stop,
                                             util::BreakpointId breakpoint);

} // namespace dbgr::test

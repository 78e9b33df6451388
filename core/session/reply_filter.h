// SPDX-License-Identifier: BSD-3-Clause
// Takes ranks out of an answer that is no longer true of them. Thread: any; pure.
#pragma once

#include "debug/engine_reply.h"
#include "util/rank_set.h"
#include "util/result.h"

namespace dbgr::session {

/// `reply` without what it says about `moved`, which become a failure (debug::Errc::Stale).
/// \errors debug::Errc::Stale for merged stacks: threads of one rank cannot be taken out of their counts
[[nodiscard]] util::Result<debug::EngineReply> withoutRanks(debug::EngineReply reply, const util::RankSet& moved);

} // namespace dbgr::session

// SPDX-License-Identifier: BSD-3-Clause
// What was sampled of ranks, and who makes stacks of it. Thread: any; values.
#pragma once

#include "debug/engine_reply.h"
#include "debug/engine_request.h"
#include "util/ids.h"
#include "util/unique_fd.h"

#include <functional>
#include <vector>

namespace dbgr::daemon {

/// Of one rank: a file with util::encode() of its RankSnapshot.
struct RankSample
{
    util::Rank rank;
    util::UniqueFd file;
};

/// Makes the reply of the samples. Called on a thread of its own, always the same.
using ReadSamples = std::function<debug::EngineReply(const debug::Sample&, const std::vector<RankSample>&)>;

} // namespace dbgr::daemon

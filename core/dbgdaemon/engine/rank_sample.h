// SPDX-License-Identifier: BSD-3-Clause
// What was sampled of ranks, and who makes stacks of it. Thread: any; values.
#pragma once

#include "debug/daemon_event.h"
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

struct SamplesRead
{
    debug::EngineReply reply;
    std::vector<debug::RankWarning> warnings; ///< to be told before it; of ranks that stand, as when LLDB is connected
};

/// Called on a thread of its own, always the same.
using ReadSamples = std::function<SamplesRead(const debug::Sample&, const std::vector<RankSample>&)>;

} // namespace dbgr::daemon

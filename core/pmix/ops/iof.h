// SPDX-License-Identifier: BSD-3-Clause
// Forwarding of input and output: pull, push, deregister, and the deliveries on tag 2. Thread: any; pure.
#pragma once

#include "pmix/types/info.h"
#include "pmix/types/iof_channel.h"
#include "pmix/types/proc.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

/// Bytes that one push may carry; launchers stumble over larger ones.
inline constexpr std::size_t kMaxPushBytes = 4096;

/// A registration for output.
struct IoPull
{
    /// Ours: deliveries name it.
    std::uint64_t localId = 0;
    /// The server's: what deregistering has to name.
    std::uint64_t remoteId = 0;
};

} // namespace dbgr::pmix

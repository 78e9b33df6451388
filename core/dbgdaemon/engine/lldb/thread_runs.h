// SPDX-License-Identifier: BSD-3-Clause
// What the system says of how a thread has run. Thread: any.
#pragma once

#include "util/ids.h"

#include <cstdint>
#include <optional>

namespace dbgr::daemon {

struct ThreadRuns
{
    std::uint64_t nanoseconds = 0; ///< on a processor
    std::uint64_t times = 0;       ///< that it was given one; a thread that is made to stand is given none
};

/// Nothing: the thread is not there, or the system does not say.
[[nodiscard]] std::optional<ThreadRuns> runsOf(util::Pid pid, util::ThreadId thread);

} // namespace dbgr::daemon

// SPDX-License-Identifier: BSD-3-Clause
// What one expression is in the threads of a rank: private variables of threads, compared as those of ranks are.
// Thread: any; values.
#pragma once

#include "debug/thread.h"
#include "debug/variable.h"
#include "util/ids.h"

#include <vector>

namespace dbgr::debug {

/// Threads of one rank in which an expression has the same value, or the same problem.
struct ThreadValues
{
    std::vector<ThreadIndex> threads; ///< ascending; never none
    ValueGroup value;                 ///< its ranks are the one rank
};

struct RankThreadValues
{
    util::Rank rank;
    util::StopId stopId;
    std::vector<ThreadValues> values; ///< in the order of their lowest threads

    /// \pre thread is higher than all those before
    void add(ThreadIndex thread, ValueGroup value);
};

} // namespace dbgr::debug

// SPDX-License-Identifier: GPL-3.0-or-later
// How one value compares across threads: equal ones of all ranks are one, with "rank.thread" of those that have it.
// Pure. Way: Session::evaluateInThreads -> thread_comparison -> here -> across_model. Thread: any; values.
#pragma once

#include "debug/engine_reply.h"
#include "debug/thread_set.h"
#include "debug/thread_values.h"
#include "debug/variable.h"

#include <vector>

namespace dbgr::ui {

/// A value, or a problem, and who has it.
struct ThreadsOfValue
{
    debug::ValueGroup group;
    debug::ThreadNumbers threads; ///< none: the ranks of the group could not answer
};

/// Values first, in the order of the ranks and threads that have them; then what has none.
[[nodiscard]] std::vector<ThreadsOfValue> foldAcrossThreads(const std::vector<debug::RankThreadValues>& ranks,
                                                            const std::vector<debug::RankFailure>& failures);

} // namespace dbgr::ui

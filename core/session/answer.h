// SPDX-License-Identifier: BSD-3-Clause
// What a query of the session yields. Way: backend reply -> session -> the asker's callback. Thread: the session's.
#pragma once

#include "debug/engine_reply.h"
#include "util/ids.h"
#include "util/rank_set.h"
#include "util/result.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace dbgr::session {

/// What the ranks said, and those that could not say anything.
template <class T>
struct Answer
{
    T value;
    std::vector<debug::RankFailure> failures;
    /// Whose answer is still to come, and with it another one that has this one, too. Only in what was asked for so
    /// (`partly`): else all have answered, or failed.
    util::RankSet awaited = {};
};

template <class T>
using AnswerCallback = std::function<void(util::Result<Answer<T>>)>;

/// A frame of a rank's stack: by default the one that counts (debug/frame_that_counts.h) of the leading thread.
struct FrameChoice
{
    std::optional<util::ThreadId> thread;
    std::optional<std::uint32_t> frame; ///< none: the one that counts
    /// The same frame in other ranks, where it may have another number.
    std::optional<debug::FrameMatch> match = {};
};

} // namespace dbgr::session

// SPDX-License-Identifier: BSD-3-Clause
// A thread of a rank, and a rank's threads. Thread: any; values.
#pragma once

#include "debug/frame.h"
#include "debug/frame_place.h"
#include "util/ids.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::debug {

struct ThreadInfo
{
    util::ThreadId id;       ///< gettid() on its node
    std::uint32_t index = 0; ///< 1, 2, ... in the order of their making; what a user types
    std::string name;
    Frame top;
    bool leading = false; ///< the one that stopped; frames and values are its own unless another is asked for
};

struct RankThreads
{
    util::Rank rank;
    util::StopId stopId;
    std::vector<ThreadInfo> threads;
};

/// The stack of one thread, innermost frame first.
struct RankFrames
{
    util::Rank rank;
    util::StopId stopId;
    util::ThreadId thread;
    std::vector<Frame> frames;
    bool truncated = false;              ///< there are more frames than were asked for
    std::vector<FramePlace> places = {}; ///< of the frames; none if the stack is too deep to know where it begins

    /// For a question about frame `index`. \pre there is that frame
    [[nodiscard]] FrameMatch match(std::uint32_t index) const
    {
        return {index < places.size() ? places[index] : FramePlace{}, frames[index].function};
    }
    /// The number of the frame that is meant; nothing: this rank has none.
    [[nodiscard]] std::optional<std::uint32_t> find(const FrameMatch& match, std::uint32_t index) const;
};

} // namespace dbgr::debug

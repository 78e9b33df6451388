// SPDX-License-Identifier: BSD-3-Clause
// A thread of a rank, and a rank's threads. Thread: any; values.
#pragma once

#include "debug/frame.h"
#include "debug/frame_place.h"
#include "util/ids.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace dbgr::debug {

/// As a user names a thread of a rank: ThreadInfo::index.
struct ThreadIndex
{
    std::uint32_t value = 0;
    friend bool operator==(const ThreadIndex&, const ThreadIndex&) = default;
};

/// A thread of a rank, by either of its numbers.
using ThreadKey = std::variant<ThreadIndex, util::ThreadId>;

/// What a thread is there for, as far as its stack tells.
enum class ThreadRole
{
    Unknown,
    OpenMpWorker, ///< of the pool of an OpenMP runtime
    MpiProgress   ///< of MPI, PMIx or a library below them
};

struct ThreadInfo
{
    util::ThreadId id;       ///< gettid() on its node
    std::uint32_t index = 0; ///< 1, 2, ... in the order of their making; what a user types
    std::string name;
    Frame top;
    /// The one that stopped, or that SelectThread chose since; frames, values and steps are its own unless another is
    /// asked for.
    bool leading = false;
    bool frozen = false; ///< it stands while its rank runs: FreezeThreads
    ThreadRole role = ThreadRole::Unknown;
};

struct RankThreads
{
    util::Rank rank;
    util::StopId stopId;
    std::vector<ThreadInfo> threads;
};

/// "OpenMP worker", "MPI progress"; "" of a thread of which nothing is known.
[[nodiscard]] const char* name(ThreadRole role);
/// \param innermostFirst as much of its stack as is known
[[nodiscard]] ThreadRole roleOf(const std::vector<Frame>& innermostFirst);

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
        return {index < places.size() ? places[index] : FramePlace{}, frames[index].function, placeOf(frames[index])};
    }
    /// The number of the frame that is meant; nothing: this rank has none.
    [[nodiscard]] std::optional<std::uint32_t> find(const FrameMatch& match, std::uint32_t index) const;
};

} // namespace dbgr::debug

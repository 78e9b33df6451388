// SPDX-License-Identifier: BSD-3-Clause
// Which frames of two ranks are the same: not those with the same number, which counts from where each rank stands, but
// those in the same function at the same place of the merged stacks, counted from the outermost.
// Way: the engine tells the places of a stack's frames, a face names the one it means. Thread: any; values.
#pragma once

#include "debug/frame.h"
#include "util/content_hash.h"

#include <span>
#include <string>
#include <vector>

namespace dbgr::debug {

/// A function and all its callers, as one number. Lines do not count: a caller may be elsewhere in another rank.
struct FramePlace
{
    util::ContentHash::Value path; ///< all 0: not known, the stack is too deep

    [[nodiscard]] bool known() const { return path != util::ContentHash::Value{}; }
    friend bool operator==(const FramePlace&, const FramePlace&) = default;
};

/// The frame that a question is about, as it is in the rank that leads.
struct FrameMatch
{
    FramePlace place;
    std::string function; ///< its name, for people
    /// The function without its callers: without a place, held against the frame of the same number.
    FramePlace itself = {};
    friend bool operator==(const FrameMatch&, const FrameMatch&) = default;
};

/// Of each frame. \param innermostFirst the whole stack, to its outermost frame
[[nodiscard]] std::vector<FramePlace> placesOf(std::span<const Frame> innermostFirst);
/// Of a function alone, as if nobody had called it.
[[nodiscard]] FramePlace placeOf(const Frame& frame);

} // namespace dbgr::debug

// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/frame_choice.h"

#include "debug/frame_that_counts.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace dbgr::daemon {

namespace {

/// What calls a library stands near: a runaway recursion in code without source is not unwound to its end.
constexpr std::uint32_t kFarthest = 128;

} // namespace

ShownFrame frameThatCounts(lldb::SBThread thread)
{
    std::vector<debug::Frame> frames;
    for (std::uint32_t i = 0; i < kFarthest; ++i) {
        lldb::SBFrame frame = thread.GetFrameAtIndex(i);
        if (!frame.IsValid())
            break;
        std::uint32_t outside = 0;
        for (debug::Frame& shown : toFrames(frame, static_cast<std::uint32_t>(frames.size()))) {
            frames.push_back(std::move(shown));
            if (debug::isOwnCode(frames.back()))
                return {frame, outside};
            ++outside;
        }
    }
    return shownFrame(thread, static_cast<std::uint32_t>(debug::frameThatCounts(frames)));
}

} // namespace dbgr::daemon

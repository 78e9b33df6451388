// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/frame_choice.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "debug/frame_that_counts.h"

#include <cstdint>
#include <vector>

namespace dbgr::daemon {

namespace {

/// What calls a library stands near: a runaway recursion in code without source is not unwound to its end.
constexpr std::uint32_t kFarthest = 128;

} // namespace

lldb::SBFrame frameThatCounts(lldb::SBThread thread)
{
    std::vector<debug::Frame> frames;
    for (std::uint32_t i = 0; i < kFarthest; ++i) {
        lldb::SBFrame frame = thread.GetFrameAtIndex(i);
        if (!frame.IsValid())
            break;
        frames.push_back(toFrame(frame));
        if (debug::isOwnCode(frames.back()))
            return frame;
    }
    return thread.GetFrameAtIndex(static_cast<std::uint32_t>(debug::frameThatCounts(frames)));
}

} // namespace dbgr::daemon

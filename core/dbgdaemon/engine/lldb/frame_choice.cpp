// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/frame_choice.h"

#include "debug/frame_that_counts.h"

#include <cstddef>
#include <cstdint>
#include <memory>
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

ShownFrame frameThatCounts(RankValues& values, const std::shared_ptr<const StandingThread>& thread)
{
    // The first call first, since it mostly is the one.
    for (const std::size_t calls : {std::size_t{1}, std::size_t{kFarthest}}) {
        const std::shared_ptr<const OwnStack> stack = values.ownStack(thread, calls);
        if (!stack)
            break;
        const std::vector<OwnStack::Shown>& shown = stack->shown();
        for (std::size_t i = 0; i < shown.size(); ++i) {
            if (debug::isOwnCode(stack->name(shown[i]).where, stack->module(shown[i])))
                return {stack, i};
        }
    }
    return frameThatCounts(thread->thread);
}

ShownFrame shownFrame(RankValues& values, const std::shared_ptr<const StandingThread>& thread, std::uint32_t index)
{
    // Each call is one frame at least.
    const std::shared_ptr<const OwnStack> stack = values.ownStack(thread, std::size_t{index} + 1);
    return stack && index < stack->shown().size() ? ShownFrame(stack, index) : shownFrame(thread->thread, index);
}

} // namespace dbgr::daemon

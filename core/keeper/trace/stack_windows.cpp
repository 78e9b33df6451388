// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/trace/stack_windows.h"

#include <algorithm>
#include <limits>

namespace dbgr::keeper {

namespace {

using Windows = std::vector<StackWindow>;

Windows windowsOf(const StackBounds& stack, std::uint64_t redZone, std::uint64_t inner)
{
    const std::uint64_t below = stack.pointer.value();
    const std::uint64_t room = std::numeric_limits<std::uint64_t>::max() - below;
    StackWindow frames{stack.pointer - std::min(redZone, below), stack.pointer + std::min(inner, room)};
    if (!stack.end)
        return {frames};
    StackWindow outer{*stack.end - std::min(kOuterStack, stack.end->value()), *stack.end};
    if (stack.pointer < *stack.end) { // it runs on that stack
        frames.end = std::min(frames.end, *stack.end);
        outer.begin = std::max(outer.begin, frames.begin);
    }
    if (outer.begin <= frames.end && frames.begin <= outer.end)
        return {{std::min(outer.begin, frames.begin), std::max(outer.end, frames.end)}};
    return outer.begin < frames.begin ? Windows{outer, frames} : Windows{frames, outer};
}

std::vector<Windows> allOf(std::span<const StackBounds> threads, std::uint64_t redZone, std::uint64_t inner)
{
    std::vector<Windows> all;
    all.reserve(threads.size());
    for (const StackBounds& thread : threads)
        all.push_back(windowsOf(thread, redZone, inner));
    return all;
}

/// \return whether nothing had to be
bool cutOff(std::vector<Windows>& all)
{
    std::uint64_t left = kMostStackOfRank;
    bool isWhole = true;
    for (Windows& windows : all) {
        for (StackWindow& window : windows) {
            const std::uint64_t size = std::min(window.size(), left);
            isWhole = isWhole && size == window.size();
            window.end = window.begin + size;
            left -= size;
        }
        std::erase_if(windows, [](const StackWindow& window) { return window.size() == 0; });
    }
    return isWhole;
}

} // namespace

std::vector<std::vector<StackWindow>> stackWindows(std::span<const StackBounds> threads, std::uint64_t redZone)
{
    auto all = allOf(threads, redZone, kInnerStack);
    if (cutOff(all))
        return all;
    all = allOf(threads, redZone, kSmallInnerStack);
    static_cast<void>(cutOff(all));
    return all;
}

} // namespace dbgr::keeper

// SPDX-License-Identifier: GPL-3.0-or-later
// Which frames of a merged stack tree a person is shown: all, or those that the user wrote and what they call.
// Way: session's answer -> here -> stack_tree_model. Pure. Thread: any.
#pragma once

#include "debug/stack_tree.h"

#include <cstdint>
#include <vector>

namespace dbgr::ui {

enum class StackDetail
{
    /// From the first frame that has source down to what the last one calls; threads without source are left out.
    OwnCode,
    AllFrames,
};

/// A frame that is shown. Points into the tree that it was made of.
struct StackShape
{
    const debug::StackNode* node = nullptr;
    std::uint32_t depth = 0;  ///< of the node, 0 the outermost
    std::uint32_t frames = 1; ///< that it stands for: a run of unknown code is one
    bool cut = false;         ///< it calls more, which is not shown
    std::vector<StackShape> callees;
};

struct StackShapes
{
    std::vector<StackShape> roots;
    std::uint64_t hiddenThreads = 0;
};

/// Where no stack has source, all of them are shown.
[[nodiscard]] StackShapes shapeOf(const debug::StackTree& tree, StackDetail detail);

} // namespace dbgr::ui

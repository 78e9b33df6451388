// SPDX-License-Identifier: BSD-3-Clause
// Merged stacks for other programs: Graphviz, what draws flame graphs of folded stacks, and browsers. What is counted
// is threads. Pure. Thread: any.
#pragma once

#include "debug/stack_tree.h"

#include <string>

namespace dbgr::session {

/// A graph for `dot`: a node for each place, on each arrow how many threads went which way, and the ranks.
[[nodiscard]] std::string stacksAsDot(const debug::StackTree& tree);

/// A line for each place in which threads are: "main at ring.c:20;work at ring.c:41 3", the outermost call first. Of
/// places, a semicolon is told as a comma.
[[nodiscard]] std::string stacksAsFolded(const debug::StackTree& tree);

/// A picture: calls lie on their callers, as wide as they have threads. The whole place and the ranks are tool tips.
[[nodiscard]] std::string stacksAsSvg(const debug::StackTree& tree);

} // namespace dbgr::session

// SPDX-License-Identifier: BSD-3-Clause
// Leaves out of merged stacks what nobody debugs: how a process and its threads start, and the threads in which MPI,
// PMIx and what they are built on turn their event loops. Pure. Thread: any.
#pragma once

#include "debug/stack_tree.h"

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

namespace dbgr::debug {

/// Threads that were left out, as one fact.
struct FoldedThreads
{
    util::RankSet ranks;
    std::uint64_t threads = 0;
    std::set<std::string> modules; ///< the libraries that started them
};

struct FoldedStacks
{
    StackTree tree;
    FoldedThreads helpers;
};

/// A library of MPI or PMIx, or one that these turn their event loops and networks with.
[[nodiscard]] bool isRuntimeLibrary(std::string_view module);

/// A thread that a rank's stop is about stays, and so does one that ends where it starts.
[[nodiscard]] FoldedStacks foldHelpers(const StackTree& tree);

} // namespace dbgr::debug

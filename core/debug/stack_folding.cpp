// SPDX-License-Identifier: BSD-3-Clause
#include "debug/stack_folding.h"

#include "debug/frame_that_counts.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace dbgr::debug {

namespace {

/// Between the kernel and the first function that somebody wrote, of a process or of a thread.
bool isStart(const Frame& frame)
{
    return isCLibrary(frame.module) || frame.module.starts_with("libstdc++.so") || frame.function == "_start" ||
           frame.function == "__libc_start_main";
}

std::uint64_t threadsThatEndIn(const StackNode& node)
{
    const std::uint64_t below =
        std::accumulate(node.children.begin(), node.children.end(), std::uint64_t{0},
                        [](std::uint64_t sum, const StackNode& child) { return sum + child.threads; });
    return node.threads - std::min(below, node.threads);
}

class Folding
{
public:
    void add(const StackNode& node)
    {
        if (isStart(node.frame))
            return addStart(node);
        if (isRuntimeLibrary(node.frame.module) && m_started && !node.leading)
            return addHelper(node);
        m_tree.merge(StackTree::fromRoots({node}));
    }

    [[nodiscard]] FoldedStacks take() { return {std::move(m_tree), std::move(m_helpers)}; }

private:
    void addStart(const StackNode& node)
    {
        // A stack that does not even begin with a start could not be unwound to it: it may be the main thread's.
        const bool outer = std::exchange(m_started, true);
        for (const StackNode& child : node.children)
            add(child);
        m_started = outer;
        if (const std::uint64_t threads = threadsThatEndIn(node); threads > 0) {
            StackNode end{node.frame, node.ranks, threads, {}, node.leading, node.who};
            for (const StackNode& child : node.children)
                end.who -= child.who;
            m_tree.merge(StackTree::fromRoots({std::move(end)}));
        }
    }

    void addHelper(const StackNode& node)
    {
        m_helpers.ranks |= node.ranks;
        m_helpers.threads += node.threads;
        m_helpers.modules.insert(node.frame.module);
    }

    StackTree m_tree;
    FoldedThreads m_helpers;
    bool m_started = false;
};

} // namespace

bool isRuntimeLibrary(std::string_view module)
{
    using namespace std::string_view_literals;
    static constexpr std::array kStems{
        "libmpi"sv,   "libopen-pal"sv, "libopen-rte"sv, "libprrte"sv,   "libpmix"sv, "libdbgrpmix"sv, "libpmi"sv,
        "libpals"sv,  "mca_"sv,        "libevent"sv,    "libev.so"sv,   "libucs"sv,  "libuct"sv,      "libucp"sv,
        "libucm"sv,   "libfabric"sv,   "libpsm"sv,      "libibverbs"sv, "libmlx"sv,  "libefa"sv,      "libhcoll"sv,
        "libsharp"sv, "libcxi"sv,      "libslurm"sv,    "librdmacm"sv,
    };
    return std::any_of(kStems.begin(), kStems.end(), [&](std::string_view stem) { return module.starts_with(stem); });
}

FoldedStacks foldHelpers(const StackTree& tree)
{
    Folding folding;
    for (const StackNode& root : tree.roots())
        folding.add(root);
    return folding.take();
}

} // namespace dbgr::debug

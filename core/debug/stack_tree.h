// SPDX-License-Identifier: BSD-3-Clause
// Stacks of many ranks and threads as one tree: outermost frames at the root, rank sets on every node.
// Way: engine builds one a daemon, merged() folds daemons into one, the face draws it. Thread: any; a value.
#pragma once

#include "debug/frame.h"
#include "debug/thread_set.h"
#include "util/rank_set.h"

#include <cstdint>
#include <span>
#include <vector>

namespace dbgr::debug {

/// Frames at the same place below the same callers.
struct StackNode
{
    Frame frame;         ///< index and pc of the first that came
    util::RankSet ranks; ///< that have at least one thread here
    std::uint64_t threads = 0;
    std::vector<StackNode> children; ///< callees, in the order of their lowest rank
    bool leading = false;            ///< a thread that a rank's stop is about is among these
    ThreadSet who = {};              ///< the threads; of trees that were not asked for by thread, none
};

class StackTree
{
public:
    /// Deeper stacks are cut at the inner end.
    static constexpr std::size_t kMaxDepth = 1024;

    /// Adds the stack of one thread. \param innermostFirst as in RankFrames \param leading as in ThreadInfo
    void add(util::Rank rank, std::span<const Frame> innermostFirst, bool leading = false);
    /// The same, and its nodes say that it is there.
    void add(util::Rank rank, const ThreadInfo& thread, std::span<const Frame> innermostFirst);
    /// Folds another tree in. Associative and commutative, but for the pc's.
    void merge(const StackTree& other);
    /// All of them, folded once.
    [[nodiscard]] static StackTree merged(std::vector<StackTree> trees);

    [[nodiscard]] const std::vector<StackNode>& roots() const { return m_roots; }
    [[nodiscard]] bool empty() const { return m_roots.empty(); }
    /// For decoders, which have checked what they bring: nodes deeper than kMaxDepth are cut.
    [[nodiscard]] static StackTree fromRoots(std::vector<StackNode> roots);

private:
    std::vector<StackNode> m_roots;
};

} // namespace dbgr::debug

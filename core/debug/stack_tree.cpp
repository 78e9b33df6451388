// SPDX-License-Identifier: BSD-3-Clause
#include "debug/stack_tree.h"

#include <algorithm>

namespace dbgr::debug {

namespace {

/// The child of `siblings` at the same place as `frame`, made where there is none.
StackNode& childAt(std::vector<StackNode>& siblings, const Frame& frame)
{
    const auto found =
        std::find_if(siblings.begin(), siblings.end(), [&](const StackNode& n) { return n.frame.samePlace(frame); });
    if (found != siblings.end())
        return *found;
    siblings.push_back(StackNode{frame, {}, 0, {}, false, {}});
    return siblings.back();
}

/// Order must not depend on who came first, so that merging is commutative.
bool comesBefore(const StackNode& a, const StackNode& b)
{
    if (a.ranks.lowest() != b.ranks.lowest())
        return a.ranks.lowest() < b.ranks.lowest();
    if (a.frame.function != b.frame.function)
        return a.frame.function < b.frame.function;
    return a.frame.where.line < b.frame.where.line;
}

void mergeInto(std::vector<StackNode>& nodes, const std::vector<StackNode>& others)
{
    for (const StackNode& other : others) {
        StackNode& mine = childAt(nodes, other.frame);
        mine.ranks |= other.ranks;
        mine.threads += other.threads;
        mine.leading |= other.leading;
        mine.who |= other.who;
        mergeInto(mine.children, other.children);
    }
    std::sort(nodes.begin(), nodes.end(), comesBefore);
}

void cutBelow(std::vector<StackNode>& nodes, std::size_t depthLeft)
{
    if (depthLeft == 0)
        nodes.clear();
    for (StackNode& node : nodes)
        cutBelow(node.children, depthLeft - 1);
}

/// A thread whose stack is added.
struct Added
{
    util::Rank rank;
    bool leading = false;
    ThreadSet who;
};

void insertPath(std::vector<StackNode>& nodes, const Added& thread, std::span<const Frame> innermostFirst)
{
    if (innermostFirst.empty())
        return;
    StackNode& node = childAt(nodes, innermostFirst.back());
    node.ranks.insert(thread.rank);
    ++node.threads;
    node.leading |= thread.leading;
    node.who |= thread.who;
    insertPath(node.children, thread, innermostFirst.first(innermostFirst.size() - 1));
    std::sort(nodes.begin(), nodes.end(), comesBefore);
}

} // namespace

void StackTree::add(util::Rank rank, std::span<const Frame> innermostFirst, bool leading)
{
    insertPath(m_roots, {rank, leading, {}}, innermostFirst.last(std::min(innermostFirst.size(), kMaxDepth)));
}

void StackTree::add(util::Rank rank, const ThreadInfo& thread, std::span<const Frame> innermostFirst)
{
    Added added{rank, thread.leading, {}};
    ThreadNumbers number;
    number.insert(util::RankSet(rank), {thread.index});
    added.who.insert({thread.role, thread.name}, number);
    insertPath(m_roots, added, innermostFirst.last(std::min(innermostFirst.size(), kMaxDepth)));
}

void StackTree::merge(const StackTree& other)
{
    mergeInto(m_roots, other.m_roots);
}

StackTree StackTree::fromRoots(std::vector<StackNode> roots)
{
    StackTree tree;
    tree.m_roots = std::move(roots);
    cutBelow(tree.m_roots, kMaxDepth);
    return tree;
}

} // namespace dbgr::debug

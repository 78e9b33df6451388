// SPDX-License-Identifier: BSD-3-Clause
#include "debug/stack_tree.h"

#include "debug/fold_equal.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <unordered_map>
#include <utility>

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

/// Nodes at the same place, on their way to becoming one.
class Place
{
public:
    explicit Place(StackNode first) : m_node(std::move(first)) {}

    [[nodiscard]] const Frame& frame() const { return m_node.frame; }
    void join(StackNode next)
    {
        if (!std::exchange(m_isJoined, true)) {
            m_ranks.add(m_node.ranks);
            m_who.add(m_node.who);
        }
        m_ranks.add(next.ranks);
        m_who.add(next.who);
        m_node.threads += next.threads;
        m_node.leading |= next.leading;
        std::move(next.children.begin(), next.children.end(), std::back_inserter(m_node.children));
    }
    /// Whether its callees are those of several nodes.
    [[nodiscard]] bool isJoined() const { return m_isJoined; }
    [[nodiscard]] StackNode take()
    {
        if (m_isJoined) {
            m_node.ranks = m_ranks.take();
            m_node.who = m_who.take();
        }
        return std::move(m_node);
    }

private:
    StackNode m_node;
    util::RankSetUnion m_ranks;
    ThreadSetUnion m_who;
    bool m_isJoined = false;
};

/// Of all nodes with the same callers, those at the same place become one, and so on below them.
std::vector<StackNode> folded(std::vector<StackNode> nodes)
{
    std::vector<Place> places;
    std::unordered_multimap<std::size_t, std::size_t> known; // in `places`, by hash
    for (StackNode& node : nodes) {
        const std::size_t hash = FoldHash().add(node.frame.function).add(node.frame.where.line).value();
        const auto [first, last] = known.equal_range(hash);
        const auto found = std::find_if(
            first, last, [&](const auto& entry) { return places[entry.second].frame().samePlace(node.frame); });
        if (found != last) {
            places[found->second].join(std::move(node));
        } else {
            known.emplace(hash, places.size());
            places.emplace_back(std::move(node));
        }
    }
    std::vector<StackNode> whole;
    for (Place& place : places) {
        StackNode& node = whole.emplace_back(place.take());
        if (place.isJoined())
            node.children = folded(std::move(node.children));
    }
    std::sort(whole.begin(), whole.end(), comesBefore);
    return whole;
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
    m_roots.insert(m_roots.end(), other.m_roots.begin(), other.m_roots.end());
    m_roots = folded(std::move(m_roots));
}

StackTree StackTree::merged(std::vector<StackTree> trees)
{
    StackTree whole;
    for (StackTree& tree : trees)
        std::move(tree.m_roots.begin(), tree.m_roots.end(), std::back_inserter(whole.m_roots));
    whole.m_roots = folded(std::move(whole.m_roots));
    return whole;
}

StackTree StackTree::fromRoots(std::vector<StackNode> roots)
{
    StackTree tree;
    tree.m_roots = std::move(roots);
    cutBelow(tree.m_roots, kMaxDepth);
    return tree;
}

} // namespace dbgr::debug

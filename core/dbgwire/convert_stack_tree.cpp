// SPDX-License-Identifier: BSD-3-Clause
// Stack trees travel flat, each node with the position of its parent: no decoder has to recurse.
#include "dbgwire/convert_p.h"

#include <algorithm>

namespace dbgr::dbgwire {

namespace {

void whoToWire(const debug::ThreadSet& who, proto::StackNode& wire)
{
    for (const auto& [kind, threads] : who.kinds()) {
        proto::ThreadsOfKind& made = *wire.add_who();
        made.set_role(static_cast<std::uint32_t>(kind.role));
        made.set_name(wireText(kind.name));
        for (const auto& [index, ranks] : threads.byThread()) {
            proto::ThreadOfRanks& thread = *made.add_threads();
            thread.set_index(index);
            dbgwire::toWire(ranks, *thread.mutable_ranks());
        }
    }
}

debug::ThreadSet whoFromWire(const proto::StackNode& wire, const util::RankSet& ranks, DecodeCheck& check)
{
    debug::ThreadSet who;
    for (const proto::ThreadsOfKind& group : wire.who()) {
        debug::ThreadNumbers threads;
        for (const proto::ThreadOfRanks& thread : group.threads()) {
            const util::RankSet its = dbgwire::fromWire(thread.ranks(), check);
            if (check.require(ranks.containsAll(its), "threads of ranks that are not there"))
                threads.insert(its, {thread.index()});
        }
        who.insert({check.enumerator(group.role(), debug::ThreadRole::MpiProgress), check.text(group.name())}, threads);
    }
    return who;
}

/// Depth is bounded by debug::StackTree::kMaxDepth.
void addNodes(const std::vector<debug::StackNode>& nodes, std::uint32_t parent, proto::StackTree& wire)
{
    for (const debug::StackNode& node : nodes) {
        proto::StackNode& made = *wire.add_nodes();
        made.set_parent(parent);
        dbgwire::toWire(node.frame, *made.mutable_frame());
        dbgwire::toWire(node.ranks, *made.mutable_ranks());
        made.set_threads(node.threads);
        made.set_leading(node.leading);
        whoToWire(node.who, made);
        addNodes(node.children, static_cast<std::uint32_t>(wire.nodes_size()), wire);
    }
}

debug::StackNode nodeFromWire(const proto::StackNode& wire, DecodeCheck& check)
{
    debug::StackNode node{dbgwire::fromWire(wire.frame(), check),
                          dbgwire::fromWire(wire.ranks(), check),
                          wire.threads(),
                          {},
                          wire.leading(),
                          {}};
    node.who = whoFromWire(wire, node.ranks, check);
    return node;
}

/// Whether callers come before what they call, and no chain of calls is too long.
bool wellShaped(const proto::StackTree& wire)
{
    std::vector<std::size_t> depths;
    depths.reserve(static_cast<std::size_t>(wire.nodes_size()));
    for (const proto::StackNode& node : wire.nodes()) {
        if (node.parent() > depths.size())
            return false;
        depths.push_back(node.parent() == 0 ? 1 : depths[node.parent() - 1] + 1);
        if (depths.back() > debug::StackTree::kMaxDepth)
            return false;
    }
    return true;
}

} // namespace

void toWire(const debug::StackTree& tree, proto::StackTree& wire)
{
    addNodes(tree.roots(), 0, wire);
}

debug::StackTree fromWire(const proto::StackTree& wire, DecodeCheck& check)
{
    const auto count = static_cast<std::size_t>(wire.nodes_size());
    if (!check.require(count <= kMaxListEntries && wellShaped(wire), "a malformed stack tree"))
        return {};
    std::vector<debug::StackNode> nodes;
    nodes.reserve(count);
    for (const proto::StackNode& node : wire.nodes())
        nodes.push_back(nodeFromWire(node, check));
    // From the last to the first: a node's children are complete, if in reverse, when the node moves to its parent.
    std::vector<debug::StackNode> roots;
    for (std::size_t i = count; i-- > 0;) {
        debug::StackNode& node = nodes[i];
        std::reverse(node.children.begin(), node.children.end());
        const std::uint32_t parent = wire.nodes(static_cast<int>(i)).parent();
        (parent == 0 ? roots : nodes[parent - 1].children).push_back(std::move(node));
    }
    std::reverse(roots.begin(), roots.end());
    return debug::StackTree::fromRoots(std::move(roots));
}

} // namespace dbgr::dbgwire

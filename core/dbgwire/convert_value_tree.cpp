// SPDX-License-Identifier: BSD-3-Clause
// debug::ValueTree as a flat list, so that no bytes of a peer make anybody recurse; changes and descriptions.
#include "dbgwire/convert_p.h"

#include <algorithm>
#include <cstddef>

namespace dbgr::dbgwire {

namespace {

using Nodes = google::protobuf::RepeatedPtrField<proto::ValueNode>;

void addNode(const debug::ValueTree& tree, std::uint32_t parent, std::size_t depth, Nodes& wire)
{
    if (depth > debug::ValueTree::kMaxDepth || static_cast<std::size_t>(wire.size()) >= debug::ValueTree::kMaxNodes)
        return;
    proto::ValueNode& node = *wire.Add();
    const auto here = static_cast<std::uint32_t>(wire.size());
    node.set_parent(parent);
    node.set_kind(static_cast<std::uint32_t>(tree.kind));
    node.set_name(wireText(tree.name));
    node.set_type(wireText(tree.type));
    node.set_value(wireText(tree.value));
    node.set_problem(wireText(tree.problem));
    for (const auto& [lower, count] : tree.bounds) {
        node.add_lower(lower);
        node.add_count(count);
    }
    node.set_left(tree.left);
    for (const debug::ValueTree& part : tree.parts)
        addNode(part, here, depth + 1, wire);
}

debug::ValueTree nodeFromWire(const proto::ValueNode& wire, DecodeCheck& check)
{
    constexpr int kMaxBounds = 32;
    debug::ValueTree node;
    node.kind = check.enumerator(wire.kind(), debug::ValueTree::Kind::Array);
    node.name = check.text(wire.name());
    node.type = check.text(wire.type());
    node.value = check.text(wire.value());
    node.problem = check.text(wire.problem());
    node.left = wire.left();
    if (!check.require(wire.lower_size() == wire.count_size() && wire.lower_size() <= kMaxBounds, "malformed bounds"))
        return node;
    for (int i = 0; i < wire.lower_size(); ++i)
        node.bounds.emplace_back(wire.lower(i), wire.count(i));
    return node;
}

} // namespace

void treeToWire(const debug::ValueTree& tree, Nodes& wire)
{
    addNode(tree, 0, 0, wire);
}

std::optional<debug::ValueTree> treeFromWire(const Nodes& wire, DecodeCheck& check)
{
    const auto size = static_cast<std::size_t>(wire.size());
    if (size == 0 || !check.require(size <= debug::ValueTree::kMaxNodes, "a value with too many parts"))
        return std::nullopt;
    std::vector<debug::ValueTree> nodes;
    std::vector<std::size_t> depths;
    for (std::size_t i = 0; i < size; ++i) {
        const proto::ValueNode& node = wire.Get(static_cast<int>(i));
        const bool inOrder = i == 0 ? node.parent() == 0 : node.parent() > 0 && node.parent() <= i;
        if (!check.require(inOrder, "a part of a value before the whole"))
            return std::nullopt;
        depths.push_back(i == 0 ? 0 : depths[node.parent() - 1] + 1);
        if (!check.require(depths.back() <= debug::ValueTree::kMaxDepth, "a value that is too deep"))
            return std::nullopt;
        nodes.push_back(nodeFromWire(node, check));
    }
    // Parts come behind what they are parts of: from the end, each one is complete when it is moved to its place.
    for (std::size_t i = size; i-- > 1;) {
        debug::ValueTree& whole = nodes[wire.Get(static_cast<int>(i)).parent() - 1];
        whole.parts.push_back(std::move(nodes[i]));
    }
    std::vector<debug::ValueTree*> turned{&nodes[0]};
    while (!turned.empty()) {
        debug::ValueTree& node = *turned.back();
        turned.pop_back();
        std::reverse(node.parts.begin(), node.parts.end());
        for (debug::ValueTree& part : node.parts)
            turned.push_back(&part);
    }
    return std::move(nodes[0]);
}

void toWire(const debug::ChangeGroup& change, proto::ChangeGroup& wire)
{
    toWire(change.ranks, *wire.mutable_ranks());
    wire.set_before(wireText(change.before));
    wire.set_after(wireText(change.after));
    wire.set_type(wireText(change.type));
    wire.set_problem(wireText(change.problem));
    toWire(change.contentBefore, *wire.mutable_content_before());
    toWire(change.contentAfter, *wire.mutable_content_after());
    wire.set_final(change.final);
}

debug::ChangeGroup fromWire(const proto::ChangeGroup& wire, DecodeCheck& check)
{
    return {fromWire(wire.ranks(), check),  check.text(wire.before()),
            check.text(wire.after()),       check.text(wire.type()),
            check.text(wire.problem()),     fromWire(wire.content_before()),
            fromWire(wire.content_after()), wire.final()};
}

void toWire(const debug::DescribedName& name, proto::DescribedName& wire)
{
    wire.set_name(wireText(name.name));
    wire.set_type(wireText(name.type));
    wire.set_place(wireText(name.place));
    wire.set_level(name.level);
    if (name.offset)
        wire.set_offset(*name.offset);
    if (name.bytes)
        wire.set_bytes(*name.bytes);
    wire.set_bits(name.bits);
    wire.set_bit_offset(name.bitOffset);
}

debug::DescribedName fromWire(const proto::DescribedName& wire, DecodeCheck& check)
{
    debug::DescribedName name{check.text(wire.name()), check.text(wire.type()), check.text(wire.place()), wire.level()};
    if (wire.has_offset())
        name.offset = wire.offset();
    if (wire.has_bytes())
        name.bytes = wire.bytes();
    name.bits = wire.bits();
    name.bitOffset = wire.bit_offset();
    return name;
}

void toWire(const debug::Description& description, proto::Description& wire)
{
    toWire(description.ranks, *wire.mutable_ranks());
    wire.set_text(wireText(description.text));
    listToWire(description.names, *wire.mutable_names());
    wire.set_left(description.left);
    wire.set_problem(wireText(description.problem));
}

debug::Description fromWire(const proto::Description& wire, DecodeCheck& check)
{
    return {fromWire(wire.ranks(), check), check.text(wire.text()), listFromWire(wire.names(), check), wire.left(),
            check.text(wire.problem())};
}

} // namespace dbgr::dbgwire

// SPDX-License-Identifier: BSD-3-Clause
#include "values/expr/leading_name.h"

#include <variant>

namespace dbgr::values {

namespace {

/// What the node is a part of; null where it is none.
const Node* wholeOf(const Node& node)
{
    if (const auto* const member = std::get_if<node::Member>(&node.kind))
        return member->of.get();
    if (const auto* const index = std::get_if<node::Index>(&node.kind))
        return index->of.get();
    if (const auto* const dereference = std::get_if<node::Dereference>(&node.kind))
        return dereference->pointer.get();
    if (const auto* const address = std::get_if<node::AddressOf>(&node.kind))
        return address->of.get();
    if (const auto* const repeat = std::get_if<node::Repeat>(&node.kind))
        return repeat->first.get();
    return nullptr;
}

} // namespace

std::string leadingName(const Tree& tree)
{
    const Node* node = &tree.root();
    while (const Node* const whole = wholeOf(*node))
        node = whole;
    const auto* const name = std::get_if<node::Name>(&node->kind);
    return name ? name->name : "";
}

} // namespace dbgr::values

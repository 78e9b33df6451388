// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/values/variable_node.h"

#include <unordered_map>
#include <utility>

namespace dbgr::ui {

std::string VariableNode::path() const
{
    return parent ? parent->path() + '\x1f' + key : key;
}

bool VariableNode::isWithin(const VariableNode& other) const
{
    for (const VariableNode* node = this; node; node = node->parent) {
        if (node == &other)
            return true;
    }
    return false;
}

void VariableNode::renumber(std::size_t first)
{
    for (std::size_t i = first; i < children.size(); ++i)
        children[i]->row = static_cast<int>(i);
}

std::vector<VariableNode> nodesOf(std::vector<debug::Variable> variables)
{
    std::unordered_map<std::string, int> total;
    for (const debug::Variable& variable : variables)
        ++total[variable.name];
    std::unordered_map<std::string, int> seen;
    std::vector<VariableNode> nodes;
    nodes.reserve(variables.size());
    for (debug::Variable& variable : variables) {
        VariableNode node;
        const int nth = seen[variable.name]++;
        node.ambiguous = total[variable.name] > 1;
        node.key = nth == 0 ? variable.name : variable.name + '#' + std::to_string(nth);
        node.variable = std::move(variable);
        nodes.push_back(std::move(node));
    }
    return nodes;
}

VariableNode offerNode(VariableNode::Kind kind, std::uint32_t others)
{
    VariableNode node;
    node.kind = kind;
    node.key = kind == VariableNode::Kind::Before ? "\x1f"
                                                    "before"
                                                  : "\x1fmore";
    node.variable.childCount = 0;
    node.wanted = others;
    return node;
}

VariableNode problemNode(std::string problem)
{
    VariableNode node;
    node.kind = VariableNode::Kind::Problem;
    node.key = "\x1fproblem";
    node.variable.problem = std::move(problem);
    return node;
}

} // namespace dbgr::ui

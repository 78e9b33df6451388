// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/values/variable_node.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace dbgr::ui {

namespace {

/// "[12]": what stands around the only number in it.
struct CountedName
{
    std::string_view before, behind;
    std::int64_t number = 0;
};

std::optional<CountedName> countedName(std::string_view name)
{
    const auto isDigit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
    const auto digit = std::ranges::find_if(name, isDigit);
    std::size_t begin = static_cast<std::size_t>(digit - name.begin());
    if (begin > 0 && begin < name.size() && name[begin - 1] == '-')
        --begin;
    CountedName result{name.substr(0, begin), {}, 0};
    const auto [end, error] = std::from_chars(name.data() + begin, name.data() + name.size(), result.number);
    if (error != std::errc())
        return std::nullopt;
    result.behind = name.substr(static_cast<std::size_t>(end - name.data()));
    if (std::ranges::any_of(result.behind, isDigit))
        return std::nullopt;
    return result;
}

} // namespace

RangeNames::RangeNames(const std::string& first, const std::string& second)
{
    const auto one = countedName(first);
    const auto next = countedName(second);
    const bool areCounted =
        one && next && one->before == next->before && one->behind == next->behind && next->number == one->number + 1;
    if (!areCounted || (one->before == "[" && one->number != 0)) // the keys of a map
        return;
    m_before = one->before;
    m_behind = one->behind;
    m_begin = one->number;
}

std::string RangeNames::name(std::uint32_t first, std::uint32_t count) const
{
    const std::int64_t begin = m_begin + first;
    return m_before + std::to_string(begin) + ".." + std::to_string(begin + count - 1) + m_behind;
}

std::uint32_t VariableNode::rangeSize() const
{
    std::uint64_t size = kMostChildren;
    while (variable.childCount > size * kMostChildren)
        size *= kMostChildren;
    return static_cast<std::uint32_t>(size);
}

const VariableNode& VariableNode::owner() const
{
    const VariableNode* node = this;
    while (node->kind == Kind::Range)
        node = node->parent;
    return *node;
}

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

std::vector<VariableNode> rangesOf(const VariableNode& parent)
{
    const std::uint32_t size = parent.rangeSize();
    const std::uint32_t begin = parent.kind == VariableNode::Kind::Range ? parent.first : 0;
    std::vector<VariableNode> nodes;
    for (std::uint32_t at = 0; at < parent.variable.childCount; at += std::min(size, parent.variable.childCount - at)) {
        VariableNode node;
        node.kind = VariableNode::Kind::Range;
        node.first = begin + at;
        node.variable.childCount = std::min(size, parent.variable.childCount - at);
        node.variable.name = parent.owner().ranges.name(node.first, node.variable.childCount);
        node.key = '\x1d' + std::to_string(node.first) + '+' + std::to_string(size);
        nodes.push_back(std::move(node));
    }
    return nodes;
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

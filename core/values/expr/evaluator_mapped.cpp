// SPDX-License-Identifier: BSD-3-Clause
// Evaluator: what is summed up of an array without being kept.
#include "values/expr/evaluator.h"

#include <utility>

namespace dbgr::values {

std::optional<MappedArray> Evaluator::mappedArgument(const std::vector<node::Item>& items)
{
    const node::Item& only = items.front();
    const bool isComputed = only.first && std::holds_alternative<node::Binary>(only.first->kind);
    if (!isComputed || only.isRange || !only.keyword.empty() || m_isMapping)
        return std::nullopt;
    m_isMapping = true;
    std::optional<MappedArray> array = mapped(*only.first);
    m_isMapping = false;
    return array;
}

std::optional<MappedArray> Evaluator::mappedOf(Answer answer)
{
    auto* const value = std::get_if<Value>(&answer);
    const auto settled = value ? m_reader.settled(std::move(*value)) : util::Result<Value>(Value{});
    return value && settled ? MappedArray::of(*settled) : std::nullopt;
}

std::optional<MappedArray> Evaluator::mapped(const Node& node)
{
    const auto* const binary = std::get_if<node::Binary>(&node.kind);
    if (!binary) {
        auto answer = evaluate(node);
        return answer ? mappedOf(*std::move(answer)) : std::nullopt;
    }
    if (!MappedArray::isMapped(binary->operation))
        return std::nullopt;
    for (const bool isNumberLeft : {false, true}) {
        std::optional<MappedArray> array = mapped(isNumberLeft ? *binary->right : *binary->left);
        if (!array)
            continue;
        const auto other = number(isNumberLeft ? *binary->left : *binary->right);
        return other && array->add(binary->operation, *other, isNumberLeft) ? std::move(array) : std::nullopt;
    }
    return std::nullopt;
}

} // namespace dbgr::values

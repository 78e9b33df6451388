// SPDX-License-Identifier: BSD-3-Clause
#include "values/expr/elementwise.h"

#include "values/values_error.h"

#include <string>
#include <utility>

namespace dbgr::values {

namespace {

std::string shapeInWords(const std::vector<std::uint64_t>& shape)
{
    std::string text;
    for (const std::uint64_t count : shape)
        text += (text.empty() ? "(" : ",") + std::to_string(count);
    return text + ")";
}

/// The first of the arrays, which all others are like; null: there are none.
util::Result<const NumberArray*> commonShape(const std::vector<Answer>& operands)
{
    const NumberArray* first = nullptr;
    for (const Answer& operand : operands) {
        const auto* const array = std::get_if<NumberArray>(&operand);
        if (!array)
            continue;
        if (first && first->shape != array->shape)
            return util::fail(Errc::Undefined, "the shapes " + shapeInWords(first->shape) + " and " +
                                                   shapeInWords(array->shape) + " do not go together");
        first = first ? first : array;
    }
    return first;
}

} // namespace

util::Result<Answer> elementwise(std::vector<Answer> operands, const ElementFunction& function)
{
    DBGR_TRY(const NumberArray* const like, commonShape(operands));
    std::vector<Number> arguments(operands.size());
    for (std::size_t k = 0; k < operands.size(); ++k) {
        if (const auto* const number = std::get_if<Number>(&operands[k]))
            arguments[k] = *number;
    }
    if (!like)
        return function(arguments);
    NumberArray result{{}, like->shape};
    const std::size_t count = like->elements.size();
    result.elements.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t k = 0; k < operands.size(); ++k) {
            if (auto* const array = std::get_if<NumberArray>(&operands[k]))
                arguments[k] = std::move(array->elements[i]);
        }
        DBGR_TRY(Number number, function(arguments));
        result.elements.push_back(std::move(number));
    }
    return result;
}

} // namespace dbgr::values

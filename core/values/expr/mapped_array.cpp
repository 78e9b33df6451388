// SPDX-License-Identifier: BSD-3-Clause
#include "values/expr/mapped_array.h"

#include "values/expr/arithmetic.h"

#include <utility>

namespace dbgr::values {

std::optional<MappedArray> MappedArray::of(const Value& value)
{
    if (!value.isArray() || value.array->isOpenEnded || value.bitField || value.array->count() == 0)
        return std::nullopt;
    const Type& element = *value.array->element->canonical;
    const bool isPlain = element.kind == TypeKind::Real && (element.bytes == 4 || element.bytes == 8);
    return isPlain ? std::optional(MappedArray{value, {}}) : std::nullopt;
}

bool MappedArray::isMapped(BinaryOperator operation)
{
    return operation == BinaryOperator::Add || operation == BinaryOperator::Subtract ||
           operation == BinaryOperator::Multiply || operation == BinaryOperator::Divide;
}

bool MappedArray::add(BinaryOperator operation, const Number& number, bool isNumberLeft)
{
    const auto bytes = static_cast<unsigned>(array.array->element->canonical->bytes);
    const bool staysSo =
        number.kind == NumberKind::Integer || (number.kind == NumberKind::Real && number.bytes <= bytes);
    auto inKind = staysSo ? converted(number, NumberKind::Real, bytes) : util::Result<Number>(number);
    if (!staysSo || !inKind || !isMapped(operation))
        return false;
    steps.push_back({operation, static_cast<double>(inKind->real), isNumberLeft});
    return true;
}

} // namespace dbgr::values

// SPDX-License-Identifier: BSD-3-Clause
#include "values/expr/loading.h"

#include "values/expr/objects.h"
#include "values/values_error.h"

#include <utility>

namespace dbgr::values {

namespace {

std::string typeNameInWords(const Type& type)
{
    return type.name.empty() ? "a value without a type's name" : "'" + type.name + "'";
}

tl::unexpected<util::Error> isNoNumber(const Type& type)
{
    if (type.isFortran())
        return util::fail(Errc::Wrong, typeNameInWords(type) + " is no number, and has no operators here");
    return util::fail(Errc::NotOurs, "operators of " + typeNameInWords(type) + " need a compiler");
}

/// C: an array stands for the address of its first element.
util::Result<Number> decayed(const Value& array)
{
    if (array.array->extents.size() != 1)
        return util::fail(Errc::NotOurs, "arrays of several dimensions have no operators here");
    return pointerNumber(array.array->base, array.array->element, array.file);
}

util::Result<NumberArray> numbersOf(ValueReader& reader, const Value& array)
{
    NumberArray numbers;
    const std::uint64_t count = array.array->count();
    if (array.array->isOpenEnded)
        return util::fail(Errc::Wrong, "nobody knows how many elements the array has");
    if (count > NumberArray::kMaxElements)
        return util::fail(Errc::TooLarge, "the array has " + std::to_string(count) +
                                              " elements, too many to compute with; take a section of it");
    for (const Extent& extent : array.array->extents)
        numbers.shape.push_back(extent.count);
    numbers.elements.reserve(static_cast<std::size_t>(count));
    DBGR_TRY(forEachNumber(reader, array, [&](const Number& number) {
        numbers.elements.push_back(number);
        return util::ok();
    }));
    return numbers;
}

util::Result<void> visitElements(ValueReader& reader, const Value& array,
                                 const std::function<util::Result<void>(const Number&)>& visit)
{
    const Type& element = *array.array->element;
    if (element.canonical->isRecord())
        return isNoNumber(element);
    util::Result<void> outcome = util::ok();
    DBGR_TRY(reader.forEachElement(array, [&](std::span<const std::byte> bytes) {
        const util::Result<Number> number = numberOf(element, bytes, array.bitField);
        outcome = number ? visit(*number) : util::fail(number.error());
        return outcome.has_value();
    }));
    return outcome;
}

} // namespace

util::Result<Number> numberAt(ValueReader& reader, const Value& value)
{
    const Type& type = *value.type->canonical;
    if (type.isRecord() && !type.isFortran()) {
        if (auto number = numberOfObject(reader, value))
            return *std::move(number);
    }
    if (type.isRecord() || type.kind == TypeKind::Incomplete || type.kind == TypeKind::Array)
        return isNoNumber(*value.type);
    if (type.kind == TypeKind::Function)
        return pointerNumber(value.address, value.type, value.file);
    DBGR_TRY(const std::vector<std::byte> bytes, reader.read(value));
    DBGR_TRY(Number number, numberOf(*value.type, bytes, value.bitField));
    number.file = value.file;
    return number;
}

util::Result<Answer> loaded(ValueReader& reader, Answer answer)
{
    Value* const value = std::get_if<Value>(&answer);
    if (!value)
        return answer;
    DBGR_TRY(const Value settled, reader.settled(std::move(*value)));
    if (!settled.isArray())
        return numberAt(reader, settled);
    if (!settled.type->isFortran())
        return decayed(settled);
    return numbersOf(reader, settled);
}

util::Result<Number> singleNumber(ValueReader& reader, Answer answer)
{
    DBGR_TRY(Answer numbers, loaded(reader, std::move(answer)));
    if (Number* const number = std::get_if<Number>(&numbers))
        return std::move(*number);
    return util::fail(Errc::Wrong, "one number is expected, and there is an array of them");
}

util::Result<EachNumber> forEachNumber(ValueReader& reader, const Answer& answer,
                                       const std::function<util::Result<void>(const Number&)>& visit)
{
    if (const auto* const numbers = std::get_if<NumberArray>(&answer)) {
        for (const Number& number : numbers->elements)
            DBGR_TRY(visit(number));
        return EachNumber{true, nullptr};
    }
    if (const auto* const number = std::get_if<Number>(&answer)) {
        DBGR_TRY(visit(*number));
        return EachNumber{};
    }
    DBGR_TRY(const Value settled, reader.settled(std::get<Value>(answer)));
    if (!settled.isArray()) {
        DBGR_TRY(const Number number, numberAt(reader, settled));
        DBGR_TRY(visit(number));
        return EachNumber{false, settled.type};
    }
    if (settled.array->isOpenEnded)
        return util::fail(Errc::Wrong, "nobody knows how many elements the array has");
    DBGR_TRY(visitElements(reader, settled, visit));
    return EachNumber{true, settled.array->element};
}

util::Result<Value> valueAt(const Number& pointer)
{
    const bool isVoid = !pointer.pointee || pointer.pointee->canonical->kind == TypeKind::Void;
    if (isVoid)
        return util::fail(Errc::Wrong, "the pointer is one to void: cast it first, as in *(int*)p");
    if (pointer.address().isNull())
        return util::fail(Errc::NotAssociated, "the pointer is null");
    Value value;
    value.type = pointer.pointee;
    value.address = pointer.address();
    value.file = pointer.file;
    return value;
}

} // namespace dbgr::values

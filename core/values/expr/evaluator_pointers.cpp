// SPDX-License-Identifier: BSD-3-Clause
// What C does with addresses: pointers, slices of memory, casts, sizes.
#include "values/expr/arithmetic.h"
#include "values/expr/c_type_name.h"
#include "values/expr/evaluator.h"
#include "values/expr/loading.h"
#include "values/values_error.h"

#include <limits>
#include <utility>

namespace dbgr::values {

namespace {

constexpr std::uint64_t kBytesOfPointer = 8;

/// Of a number in memory; x87's ten bytes take sixteen.
std::uint64_t bytesInMemory(unsigned bytes)
{
    return bytes == 10 ? 16 : bytes;
}

std::uint64_t sizeOfNumber(const Number& number)
{
    if (number.kind == NumberKind::Text)
        return number.text.size() + 1; // the NUL
    return bytesInMemory(number.bytes) * (number.kind == NumberKind::Complex ? 2 : 1);
}

} // namespace

util::Result<Answer> Evaluator::of(const node::Dereference& dereference)
{
    DBGR_TRY(const Answer answer, evaluate(*dereference.pointer));
    if (const auto* const number = std::get_if<Number>(&answer)) {
        if (number->kind == NumberKind::Pointer)
            return valueAt(*number);
        return util::fail(Errc::Wrong, "'*' needs a pointer");
    }
    if (!std::holds_alternative<Value>(answer))
        return util::fail(Errc::Wrong, "'*' needs a pointer");
    DBGR_TRY(const Value value, m_reader.settled(std::get<Value>(answer)));
    if (value.isArray() && !value.array->extents.empty())
        return m_reader.element(value, std::span(&value.array->extents.front().lower, 1));
    const Type& type = *value.type->canonical;
    if (type.isRecord())
        return util::fail(Errc::NotOurs, "the operator '*' of a class needs a compiler");
    if (type.kind != TypeKind::Pointer)
        return util::fail(Errc::Wrong, "'*' needs a pointer");
    return m_reader.pointee(value);
}

util::Result<Answer> Evaluator::of(const node::AddressOf& address)
{
    DBGR_TRY(const Answer answer, evaluate(*address.of));
    const auto* const variable = std::get_if<Value>(&answer);
    if (!variable)
        return util::fail(Errc::Wrong, "what was computed has no address");
    DBGR_TRY(const Value value, m_reader.settled(*variable));
    if (value.bitField)
        return util::fail(Errc::Wrong, "a bit field has no address");
    const Address at = value.isArray() ? value.array->base : value.address;
    if (StopMemory::isMadeUp(at))
        return util::fail(Errc::Wrong, "it has no address: the compiler keeps it in registers");
    return pointerNumber(at, value.type, value.file);
}

util::Result<Answer> Evaluator::of(const node::Repeat& repeat)
{
    DBGR_TRY(const std::int64_t count, integer(*repeat.count));
    DBGR_TRY(Answer answer, evaluate(*repeat.first));
    DBGR_TRY(const Value first, placeOf(std::move(answer), "elements behind it"));
    return repeated(first, count);
}

util::Result<Value> Evaluator::repeated(const Value& first, std::int64_t count)
{
    constexpr std::int64_t kMaxCount = std::int64_t{1} << 40;
    if (count < 1 || count > kMaxCount)
        return util::fail(Errc::Wrong, "there are no " + std::to_string(count) + " elements");
    DBGR_TRY(Value result, m_reader.settled(first));
    if (result.bitField || StopMemory::isMadeUp(result.address))
        return util::fail(Errc::Wrong, "there is nothing behind it: it has no address of its own");
    DBGR_TRY(const std::uint64_t bytes, m_reader.bytesOf(result));
    if (bytes == 0 || bytes > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max() / kMaxCount))
        return util::fail(Errc::Wrong, "elements of " + std::to_string(bytes) + " bytes cannot be counted");
    if (!result.isArray())
        result.array = ArrayView{result.type, result.address, {}, false};
    const Extent outermost{0, static_cast<std::uint64_t>(count), static_cast<std::int64_t>(bytes)};
    result.array->extents.insert(result.array->extents.begin(), outermost);
    return result;
}

util::Result<std::int64_t> Evaluator::lengthOf(const Subscript& range)
{
    if (!range.last)
        return util::fail(Errc::Wrong, "the slice of a pointer needs an end, as in p[0:9]");
    const std::int64_t begin = range.first.value_or(0);
    if (*range.last < begin)
        return util::fail(Errc::Wrong, "the slice ends before it begins");
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(*range.last) - static_cast<std::uint64_t>(begin) + 1);
}

util::Result<Answer> Evaluator::of(const node::Cast& cast)
{
    DBGR_TRY(const Number operand, number(*cast.operand));
    if (cast.to.pointers > 1)
        return util::fail(Errc::NotOurs, "casts to pointers to pointers need a compiler");
    if (cast.to.pointers == 1) {
        const bool canPoint = operand.kind == NumberKind::Integer || operand.kind == NumberKind::Pointer;
        if (!canPoint)
            return util::fail(Errc::Wrong, "only an integer or a pointer becomes a pointer");
        return pointerNumber(operand.address(), builtinType(cast.to), operand.file);
    }
    if (cast.to.bytes == 0)
        return util::fail(Errc::Wrong, "a value cast to void is none");
    if (operand.kind == NumberKind::Pointer && cast.to.kind == NumberKind::Real)
        return util::fail(Errc::Wrong, "a pointer is no real number");
    DBGR_TRY(Number result, converted(operand, cast.to.kind, cast.to.bytes, cast.to.isSigned));
    result.isCharacter = cast.to.isCharacter;
    return result;
}

util::Result<Answer> Evaluator::of(const node::SizeOf& size)
{
    constexpr unsigned kBytesOfSize = 8;
    if (const auto* const type = std::get_if<node::TypeName>(&size.of)) {
        const std::uint64_t bytes = type->pointers > 0 ? kBytesOfPointer : bytesInMemory(type->bytes);
        return integerNumber(bytes == 0 ? 1 : static_cast<Int128>(bytes), kBytesOfSize, false); // void: as gcc has it
    }
    DBGR_TRY(const std::uint64_t bytes, sizeOf(*std::get<NodePtr>(size.of)));
    return integerNumber(static_cast<Int128>(bytes), kBytesOfSize, false);
}

util::Result<std::uint64_t> Evaluator::sizeOf(const Node& node)
{
    DBGR_TRY(const Answer answer, evaluate(node));
    if (const auto* const number = std::get_if<Number>(&answer))
        return sizeOfNumber(*number);
    if (!std::holds_alternative<Value>(answer))
        return util::fail(Errc::Wrong, "sizeof needs a variable");
    DBGR_TRY(const Value value, m_reader.settled(std::get<Value>(answer)));
    if (value.bitField)
        return util::fail(Errc::Wrong, "a bit field has no size");
    return m_reader.bytesOf(value);
}

} // namespace dbgr::values

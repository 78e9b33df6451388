// SPDX-License-Identifier: BSD-3-Clause
// What C does with addresses: pointers, slices of memory.
#include "values/expr/arithmetic.h"
#include "values/expr/evaluator.h"
#include "values/expr/loading.h"
#include "values/expr/objects.h"
#include "values/values_error.h"

#include <limits>
#include <utility>

namespace dbgr::values {

namespace {

/// Of the row that C's first subscripts of several lead to, whose type nothing describes; of all else its own.
const Type* typeOfRow(ValueReader& reader, const Value& value)
{
    std::size_t declared = 0;
    for (const Type* type = value.type; type && type->kind == TypeKind::Array; type = type->target)
        declared += type->dimensions.size();
    if (!value.isArray() || value.array->extents.size() >= declared)
        return value.type;
    const Type* row = value.array->element;
    for (auto extent = value.array->extents.rbegin(); extent != value.array->extents.rend(); ++extent)
        row = reader.madeTypes().arrayOf(*row, extent->count);
    return row;
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
    if (type.isRecord()) {
        Objects objects(m_reader);
        DBGR_TRY(const std::optional<Value> target, objects.target(value));
        return target ? util::Result<Answer>(*target)
                      : util::fail(Errc::NotOurs, "the operator '*' of a class needs a compiler");
    }
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
        return util::fail(Errc::Undefined, "it has no address: the compiler keeps it in registers");
    return pointerNumber(at, typeOfRow(m_reader, value), value.file);
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
        return util::fail(Errc::Undefined, "there are no " + std::to_string(count) + " elements");
    DBGR_TRY(Value result, m_reader.settled(first));
    if (result.bitField || StopMemory::isMadeUp(result.address))
        return util::fail(Errc::Undefined, "there is nothing behind it: it has no address of its own");
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
        return util::fail(Errc::Undefined, "the slice ends before it begins");
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(*range.last) - static_cast<std::uint64_t>(begin) + 1);
}

} // namespace dbgr::values

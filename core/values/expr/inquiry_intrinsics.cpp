// SPDX-License-Identifier: BSD-3-Clause
// Functions that ask about a variable, and not for its contents.
#include "values/expr/intrinsics.h"
#include "values/expr/loading.h"
#include "values/values_error.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace dbgr::values {

namespace {

using Arguments = std::vector<Answer>;

// --- is there anything -----------------------------------------------------------------------------------------------

/// Why there is nothing; ok if there is something.
util::Result<std::error_code> absence(ValueReader& reader, const Answer& argument)
{
    const auto* const value = std::get_if<Value>(&argument);
    if (!value)
        return util::fail(Errc::Wrong, "that can be asked of a variable only");
    util::Result<Value> settled = reader.settled(*value);
    if (settled)
        return std::error_code();
    const std::error_code code = settled.error().code;
    if (code == Errc::NotAllocated || code == Errc::NotAssociated || code == Errc::NotPresent)
        return code;
    return util::fail(std::move(settled).error());
}

/// Of scalars nobody knows whether they are allocatable or pointers, so that both are asked alike.
util::Result<Answer> allocated(ValueReader& reader, Arguments arguments)
{
    DBGR_TRY(const std::error_code code, absence(reader, arguments[0]));
    if (code == Errc::NotPresent)
        return util::fail(code, "not present");
    return logicalNumber(!code);
}

Address addressOf(const Value& settled)
{
    return settled.isArray() ? settled.array->base : settled.address;
}

bool isSameType(const Value& a, const Value& b)
{
    const Type& left = a.isArray() ? *a.array->element : *a.type;
    const Type& right = b.isArray() ? *b.array->element : *b.type;
    const bool isSame = left.canonical == right.canonical ||
                        (left.canonical->kind == right.canonical->kind && folded(left.name) == folded(right.name));
    return isSame && left.bytes == right.bytes && a.length == b.length;
}

/// The same elements in the same order; in a dimension with one of them the way to the next one means nothing.
bool isSameShape(const ArrayView& a, const ArrayView& b)
{
    return std::equal(a.extents.begin(), a.extents.end(), b.extents.begin(), b.extents.end(),
                      [](const Extent& one, const Extent& other) {
                          return one.count == other.count && (one.count == 1 || one.stride == other.stride);
                      });
}

/// As the Standard has it: what has no bytes is associated with nothing.
util::Result<bool> isTarget(ValueReader& reader, const Value& pointer, const Value& target)
{
    if (pointer.isArray() != target.isArray())
        return false;
    if (target.isArray() && (pointer.array->isOpenEnded || target.array->isOpenEnded))
        return util::fail(Errc::Wrong, "nobody knows where the array ends: its last dimension is *");
    DBGR_TRY(const std::uint64_t bytes, reader.bytesOf(target));
    const bool isSame = bytes > 0 && addressOf(pointer) == addressOf(target) && isSameType(pointer, target);
    return isSame && (!target.isArray() || isSameShape(*pointer.array, *target.array));
}

util::Result<Answer> associated(ValueReader& reader, Arguments arguments)
{
    if (arguments.size() == 1)
        return allocated(reader, std::move(arguments));
    for (const Answer& argument : arguments) {
        DBGR_TRY(const std::error_code code, absence(reader, argument));
        if (code)
            return logicalNumber(false);
    }
    DBGR_TRY(const Value pointer, reader.settled(std::get<Value>(arguments[0])));
    DBGR_TRY(const Value target, reader.settled(std::get<Value>(arguments[1])));
    DBGR_TRY(const bool isIt, isTarget(reader, pointer, target));
    return logicalNumber(isIt);
}

util::Result<Answer> present(ValueReader& reader, Arguments arguments)
{
    DBGR_TRY(const std::error_code code, absence(reader, arguments[0]));
    return logicalNumber(code != Errc::NotPresent);
}

util::Result<Answer> location(ValueReader& reader, Arguments arguments)
{
    const auto* const value = std::get_if<Value>(&arguments[0]);
    if (!value)
        return util::fail(Errc::Wrong, "what was computed has no address");
    DBGR_TRY(const Value settled, reader.settled(*value));
    return integerNumber(static_cast<Int128>(addressOf(settled).value), sizeof(Address));
}

// --- shapes ----------------------------------------------------------------------------------------------------------

struct Shape
{
    std::vector<Extent> extents;
    bool isOpenEnded = false;
};

util::Result<Shape> shapeOf(ValueReader& reader, const Answer& argument)
{
    Shape shape;
    if (const auto* const numbers = std::get_if<NumberArray>(&argument)) {
        for (const std::uint64_t count : numbers->shape)
            shape.extents.push_back({1, count, 0});
        return shape;
    }
    const auto* const value = std::get_if<Value>(&argument);
    if (!value)
        return shape;
    DBGR_TRY(const Value settled, reader.settled(*value));
    if (settled.isArray())
        shape = {settled.array->extents, settled.array->isOpenEnded};
    return shape;
}

using OfExtent = std::int64_t (*)(const Extent&);

std::int64_t countOf(const Extent& extent)
{
    return static_cast<std::int64_t>(extent.count);
}
std::int64_t lowerOf(const Extent& extent)
{
    return extent.count == 0 ? 1 : extent.lower; // as the Standard has it
}
std::int64_t upperOf(const Extent& extent)
{
    return extent.count == 0 ? 0 : extent.upper();
}

/// Of the dimension that the second argument names. \returns nothing if there is no such argument
util::Result<std::optional<std::size_t>> dimension(ValueReader& reader, const Shape& shape, const Arguments& arguments)
{
    if (arguments.size() < 2)
        return std::nullopt;
    DBGR_TRY(const Number number, singleNumber(reader, arguments[1]));
    const bool exists = number.kind == NumberKind::Integer && number.integer >= 1 &&
                        number.integer <= static_cast<Int128>(shape.extents.size());
    if (!exists)
        return util::fail(Errc::Undefined, "the array has the dimensions 1 to " + std::to_string(shape.extents.size()));
    return static_cast<std::size_t>(number.integer) - 1;
}

tl::unexpected<util::Error> noEnd()
{
    return util::fail(Errc::Wrong, "nobody knows where the array ends: its last dimension is *");
}

/// lbound(a), ubound(a), shape(a), and with a dimension one of theirs.
util::Result<Answer> extentFunction(ValueReader& reader, const Arguments& arguments, OfExtent function)
{
    DBGR_TRY(const Shape shape, shapeOf(reader, arguments[0]));
    DBGR_TRY(const std::optional<std::size_t> chosen, dimension(reader, shape, arguments));
    const std::size_t rank = shape.extents.size();
    const auto isOpen = [&](std::size_t i) { return shape.isOpenEnded && i + 1 == rank; };
    const bool asksForEnd = !chosen || isOpen(*chosen);
    if (shape.isOpenEnded && function != lowerOf && asksForEnd)
        return noEnd();
    const auto of = [&](std::size_t i) {
        const Extent& extent = shape.extents[i]; // one that is open has no count
        return countNumber(isOpen(i) ? extent.lower : function(extent));
    };
    if (chosen)
        return of(*chosen);
    NumberArray result{{}, {rank}};
    for (std::size_t i = 0; i < rank; ++i)
        result.elements.push_back(of(i));
    return result;
}

util::Result<Answer> lowerBound(ValueReader& reader, Arguments arguments)
{
    return extentFunction(reader, arguments, lowerOf);
}

util::Result<Answer> upperBound(ValueReader& reader, Arguments arguments)
{
    return extentFunction(reader, arguments, upperOf);
}

util::Result<Answer> shapeFunction(ValueReader& reader, Arguments arguments)
{
    return extentFunction(reader, arguments, countOf);
}

util::Result<Answer> sizeFunction(ValueReader& reader, Arguments arguments)
{
    if (arguments.size() > 1)
        return extentFunction(reader, arguments, countOf);
    DBGR_TRY(const Shape shape, shapeOf(reader, arguments[0]));
    if (shape.extents.empty())
        return util::fail(Errc::Wrong, "size() needs an array");
    if (shape.isOpenEnded)
        return noEnd();
    const ArrayView view{nullptr, {}, shape.extents, false};
    return countNumber(static_cast<std::int64_t>(view.count()));
}

util::Result<Answer> rankFunction(ValueReader& reader, Arguments arguments)
{
    DBGR_TRY(const Shape shape, shapeOf(reader, arguments[0]));
    return countNumber(static_cast<std::int64_t>(shape.extents.size()));
}

// --- kinds -----------------------------------------------------------------------------------------------------------

unsigned kindOfType(const Type& type)
{
    const Type& plain = *type.canonical;
    switch (plain.kind) {
    case TypeKind::Text:
        return plain.characterBytes;
    case TypeKind::Real:
        return isExtended(plain) ? 10 : static_cast<unsigned>(plain.bytes);
    case TypeKind::Complex:
        return isExtended(plain) ? 10 : static_cast<unsigned>(plain.bytes / 2);
    default:
        return static_cast<unsigned>(plain.bytes);
    }
}

util::Result<Answer> kindFunction(ValueReader& reader, Arguments arguments)
{
    if (const auto* const number = std::get_if<Number>(&arguments[0]))
        return countNumber(number->bytes);
    if (const auto* const numbers = std::get_if<NumberArray>(&arguments[0]))
        return countNumber(numbers->elements.empty() ? 4 : numbers->elements.front().bytes);
    DBGR_TRY(const Value settled, reader.settled(std::get<Value>(arguments[0])));
    const Type& type = settled.isArray() ? *settled.array->element : *settled.type;
    if (type.canonical->isRecord())
        return util::fail(Errc::Wrong, "only what the language itself has is of a kind");
    return countNumber(kindOfType(type));
}

util::Result<Answer> lengthFunction(ValueReader& reader, Arguments arguments)
{
    const auto noText = [] { return util::fail(Errc::Wrong, "len() needs a text"); };
    if (const auto* const value = std::get_if<Value>(&arguments[0])) {
        DBGR_TRY(const Value settled, reader.settled(*value));
        if (!settled.length)
            return noText();
        return countNumber(static_cast<std::int64_t>(*settled.length));
    }
    const auto* const numbers = std::get_if<NumberArray>(&arguments[0]);
    const Number* number = std::get_if<Number>(&arguments[0]);
    if (numbers && !numbers->elements.empty())
        number = &numbers->elements.front();
    if (!number || number->kind != NumberKind::Text)
        return noText();
    return countNumber(static_cast<std::int64_t>(charactersOf(*number)));
}

} // namespace

std::vector<Intrinsic> inquiryIntrinsics()
{
    return {
        {"allocated", 1, 1, allocated, ""},  {"associated", 1, 2, associated, "target"},
        {"present", 1, 1, present, ""},      {"loc", 1, 1, location, ""},
        {"lbound", 1, 2, lowerBound, "dim"}, {"ubound", 1, 2, upperBound, "dim"},
        {"shape", 1, 1, shapeFunction, ""},  {"size", 1, 2, sizeFunction, "dim"},
        {"rank", 1, 1, rankFunction, ""},    {"kind", 1, 1, kindFunction, ""},
        {"len", 1, 1, lengthFunction, ""},
    };
}

} // namespace dbgr::values

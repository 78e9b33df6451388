// SPDX-License-Identifier: BSD-3-Clause
#include "values/compile/spot.h"

#include "values/dwarf/enclosing.h"
#include "values/value/compiler_quirks.h"

#include <algorithm>
#include <array>
#include <utility>

namespace dbgr::values {

using bytecode::Code;
using bytecode::IntegerKind;
using bytecode::Op;

namespace {

constexpr unsigned kLongestWay = 20;

Code atOffset(Code base, std::uint64_t offset)
{
    return offset == 0 ? base : base.then(Code::constant(offset)).op(Op::Add, kAddressKind);
}

/// The pointer that a value is.
Code pointerOf(const Spot& spot)
{
    Code code = spot.code;
    return spot.isValue ? code : code.op(Op::Load, kAddressKind);
}

Spot at(Code address, const Type* type, const Spot& like)
{
    Spot spot;
    spot.code = std::move(address);
    spot.type = type;
    spot.file = like.file;
    spot.place = like.place;
    return spot;
}

/// The address of an array's first element, after a look at its bounds: who has none of them has no array.
Code firstOf(const Spot& array)
{
    Code code;
    for (const ExtentCode& extent : array.array->extents) {
        if (array.array->hasComputedBounds && !extent.isOpen)
            code.then(extent.lower).op(Op::Drop).then(extent.upper).op(Op::Drop);
    }
    return code.then(array.code);
}

struct FoundField
{
    const Type* type = nullptr;
    std::uint64_t offset = 0;
    std::optional<BitField> bits;
};

/// As ValueReader finds it. Nothing: there is none, or it is not always at the same place.
std::optional<FoundField> fieldNamed(const LoadedFile& file, const Type& record, std::string_view name,
                                     unsigned& visits)
{
    if (visits == 0 || !record.isRecord())
        return std::nullopt;
    --visits;
    const std::vector<Field>& fields = file.debug().types().fields(record);
    for (const Field& field : fields) {
        const bool isSame = record.isFortran() ? folded(field.name) == folded(name) : field.name == name;
        if (!isSame)
            continue;
        if (field.located)
            return std::nullopt;
        const auto bits = field.bits > 0 ? std::optional(BitField{field.bits, field.bitOffset}) : std::nullopt;
        return FoundField{field.type, field.offset, bits};
    }
    for (const Field& field : fields) {
        const bool isInside = field.isBase || field.name.empty();
        if (isInside && field.located)
            return std::nullopt; // it may be in there
        auto found = isInside ? fieldNamed(file, *field.type, name, visits) : std::nullopt;
        if (!found)
            continue;
        found->offset += field.offset;
        return found;
    }
    return std::nullopt;
}

} // namespace

util::Result<Spot> Spots::of(const Value& value) const
{
    DBGR_TRY(Located located, m_places.of(value));
    Spot spot;
    spot.code = std::move(located.code);
    spot.isValue = located.isValue;
    spot.type = value.type;
    spot.file = value.file;
    spot.place = value.place;
    spot.field = value.bitField;
    return spot;
}

util::Result<Spot> Spots::settled(Spot spot) const
{
    for (unsigned i = 0; i < kLongestWay; ++i) {
        if (spot.array)
            return spot;
        const Type& type = *spot.type;
        if (type.isFortran() && !spot.isValue)
            spot.code.op(Op::Require); // else it is not present
        const bool isFollowed = type.kind == TypeKind::Pointer && type.isFortran() &&
                                type.target->kind != TypeKind::Function && type.target->kind != TypeKind::Void;
        if (type.kind == TypeKind::Reference) {
            spot = at(pointerOf(spot), type.target, spot);
        } else if (isFollowed && !(type.byFlang && type.target->isRecord())) {
            spot = at(pointerOf(spot).op(Op::Require), type.target, spot);
        } else if (type.kind == TypeKind::Array) {
            return array(std::move(spot));
        } else if (isFollowed || type.kind == TypeKind::Text || type.kind == TypeKind::Incomplete ||
                   isClassContainer(type)) {
            return noCode("a value of that type");
        } else {
            return spot;
        }
    }
    return noCode("a value of that type");
}

// --- records ---------------------------------------------------------------------------------------------------------

util::Result<Spot> Spots::record(Spot asked) const
{
    DBGR_TRY(Spot spot, settled(std::move(asked)));
    if (!spot.array && spot.type->kind == TypeKind::Pointer) {
        DBGR_TRY(spot, pointee(std::move(spot)));
        spot.code.op(Op::Require);
        DBGR_TRY(spot, settled(std::move(spot)));
    }
    if (spot.array || spot.isValue || !spot.type->isRecord() || !spot.file)
        return noCode("a member of such a value");
    return spot;
}

util::Result<Spot> Spots::member(Spot asked, std::string_view name) const
{
    DBGR_TRY(const Spot whole, record(std::move(asked)));
    unsigned visits = kMostClasses;
    const auto found = fieldNamed(*whole.file, *whole.type, name, visits);
    if (!found)
        return noCode("such a member");
    Spot part = at(atOffset(whole.code, found->offset), found->type, whole);
    part.field = found->bits;
    return part;
}

// --- pointers --------------------------------------------------------------------------------------------------------

util::Result<Spot> Spots::pointee(Spot asked) const
{
    DBGR_TRY(Spot pointer, settled(std::move(asked)));
    if (pointer.array && pointer.array->extents.size() == 1)
        return at(firstOf(pointer), pointer.array->element, pointer);
    if (pointer.array || pointer.type->kind != TypeKind::Pointer || pointer.type->target->kind == TypeKind::Void)
        return noCode("what such a value points to");
    Spot target = at(pointerOf(pointer), pointer.type->target, pointer);
    target.place = nullptr;
    return target;
}

util::Result<Spot> spotAt(NumberCode pointer)
{
    const Type* const target = pointer.kind.pointee;
    if (pointer.kind.kind != NumberKind::Pointer || !target || target->canonical->kind == TypeKind::Void)
        return noCode("what such a value points to");
    Spot spot;
    spot.code = std::move(pointer.code.op(Op::Require));
    spot.type = target;
    spot.file = pointer.kind.file;
    return spot;
}

// --- numbers ---------------------------------------------------------------------------------------------------------

util::Result<NumberCode> Spots::number(Spot asked) const
{
    DBGR_TRY(Spot spot, settled(std::move(asked)));
    if (spot.array) {
        if (spot.array->extents.size() != 1 || spot.array->element->isFortran())
            return noCode("an array");
        return numberCode(firstOf(spot), pointerNumber({}, spot.array->element, spot.file));
    }
    const Type& type = *spot.type;
    if (type.isRecord() || type.kind == TypeKind::Function)
        return noCode("a value of that type");
    constexpr std::array<std::byte, 32> kZeros{};
    auto kind = numberOf(type, kZeros, spot.field);
    if (!kind || type.bytes > kAddressKind.bytes)
        return noCode("a value of that type");
    kind->file = spot.file;
    const IntegerKind integer = integerKind(*kind);
    if (spot.field) {
        const unsigned bytes = (spot.field->offset + spot.field->bits + 7) / 8;
        if (spot.isValue || bytes > kAddressKind.bytes)
            return noCode("a bit field at such a place");
        spot.code.op(Op::Load, {bytes, false}).field(spot.field->offset, spot.field->bits, kind->isSigned);
    } else if (kind->kind == NumberKind::Real) {
        if (kind->bytes > kAddressKind.bytes)
            return noCode("a value of that type");
        spot.code.ofWidth(spot.isValue ? Op::RealOfBits : Op::LoadReal, kind->bytes);
    } else {
        spot.code.op(spot.isValue ? Op::Wrap : Op::Load, integer);
    }
    return numberCode(std::move(spot.code), *std::move(kind));
}

} // namespace dbgr::values

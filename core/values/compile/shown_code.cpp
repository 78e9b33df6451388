// SPDX-License-Identifier: BSD-3-Clause
#include "values/compile/shown_code.h"

#include "values/containers/containers.h"
#include "values/print/letters.h"
#include "values/value/base_classes.h"
#include "values/value/compiler_quirks.h"

#include <algorithm>
#include <utility>

namespace dbgr::values {

using bytecode::Code;
using bytecode::Domain;
using bytecode::Op;
using bytecode::Relation;

namespace {

constexpr unsigned kDeepestMember = 8; // of a record in a record, and so on
constexpr bytecode::IntegerKind kByte{1, false};

/// Of code that pushes an address.
Code bytesAt(Code address, const Code& count)
{
    return address.then(count).op(Op::Bytes);
}

/// The smaller one of what two pieces of code push.
Code smaller(const Code& a, const Code& b)
{
    Code truth = a;
    truth.then(b).compare(Relation::Less, Domain::Unsigned);
    return Code::choice(std::move(truth), a, b);
}

/// What the code has read matters, and nothing that it has left.
Code done(Code code)
{
    return code.then(Code::constant(0));
}

/// Numbers that are all in their own bytes.
bool isNumber(const Type& type)
{
    switch (type.kind) {
    case TypeKind::Boolean:
    case TypeKind::Signed:
    case TypeKind::Unsigned:
    case TypeKind::Character:
    case TypeKind::Real:
    case TypeKind::Complex:
    case TypeKind::Enumeration:
    case TypeKind::MemberPointer:
        return type.bytes > 0;
    default:
        return false;
    }
}

bool isFollowed(const Type& target)
{
    return target.canonical->kind != TypeKind::Void && target.canonical->kind != TypeKind::Function;
}

bool hasConstantEnd(const Dimension& dimension)
{
    const bool hasLower = !dimension.lower.exists() || dimension.lower.constant.has_value();
    return hasLower && (dimension.upper.constant || dimension.count.constant) && !dimension.byteStride.exists() &&
           !dimension.forEachOfRank;
}

/// An array of C within a record, all of which is in the record's bytes. Its innermost element; null: it is another
/// one.
const Type* elementOfRow(const Type& array)
{
    const Type* type = &array;
    for (; type->kind == TypeKind::Array; type = type->target->canonical) {
        const bool isPlain = !type->isFortran() && !type->data.exists() && !type->byteStride.exists() &&
                             std::ranges::all_of(type->dimensions, hasConstantEnd);
        if (!isPlain)
            return nullptr;
    }
    return type;
}

} // namespace

/// Of code that pushes a pointer: what Printer looks at behind it. Nothing where it is null.
Code ShownCode::followed(Code pointer, const Type& target) const
{
    Code look;
    if (target.letters != Letters::None) {
        look.then(Code::constant(m_limits.bytes + 1));
        look.op(Op::Letters, {unitBytes(target.letters), false}).then(Code::constant(0));
    } else {
        look.op(Op::Load, kByte);
    }
    pointer.op(Op::Duplicate);
    return Code::choice(std::move(pointer), look, Code());
}

util::Result<Code> ShownCode::of(NumberCode number) const
{
    const bool isPointer = number.kind.kind == NumberKind::Pointer && number.kind.pointee;
    return isPointer && isFollowed(*number.kind.pointee) ? followed(std::move(number.code), *number.kind.pointee)
                                                         : std::move(number.code);
}

util::Result<Code> ShownCode::of(const Spot& spot, bool mayBeObject) const
{
    if (mayBeObject) {
        DBGR_TRY(const std::optional<OpenedCode> object, m_objects.open(spot));
        if (object)
            return this->object(spot, *object);
    }
    if (!spot.array && spot.type->kind == TypeKind::Text)
        return text(spot);
    DBGR_TRY(Spot settled, m_spots.settled(spot));
    if (settled.array)
        return array(settled);
    return plain(settled);
}

/// A text of Fortran with a length that the compiler knows.
util::Result<Code> ShownCode::text(const Spot& text) const
{
    const std::uint64_t bytes = text.type->bytes;
    const bool isKnown = text.type->length.constant && bytes > 0 && bytes <= bytecode::kMaxBytes &&
                         bytes == static_cast<std::uint64_t>(*text.type->length.constant) * text.type->characterBytes;
    if (!isKnown || text.isValue)
        return noCode("a text of such a length");
    Code address = text.code;
    return done(bytesAt(address.op(Op::Require), Code::constant(bytes)));
}

util::Result<Code> ShownCode::plain(const Spot& spot) const
{
    const Type& type = *spot.type->canonical;
    if (spot.isValue || spot.field || type.kind == TypeKind::Pointer) {
        if (type.kind == TypeKind::Pointer && type.isFortran())
            return noCode("such a pointer");
        DBGR_TRY(NumberCode number, m_spots.number(spot));
        return of(std::move(number));
    }
    if (!isNumber(type) && !type.isRecord())
        return noCode("a value of that type");
    if (type.bytes == 0 || type.bytes > bytecode::kMaxBytes || !spot.file)
        return noCode("a value of that size");
    Code code = spot.code;
    code.op(Op::Duplicate).then(Code::constant(type.bytes)).op(Op::Bytes);
    DBGR_TRY(addPointers(type, *spot.file, 0, 0, code));
    return code;
}

/// Of what lies in a record that is on top of the stack as its address, and stays there.
util::Result<void> ShownCode::addPointers(const Type& type, const LoadedFile& file, std::uint64_t offset,
                                          unsigned depth, Code& code) const
{
    const Type& plain = *type.canonical;
    if (isNumber(plain))
        return util::ok();
    if (plain.isRecord())
        return addMembers(plain, file, offset, depth, code);
    if (plain.kind == TypeKind::Array) {
        const Type* const element = elementOfRow(plain);
        const bool isFlat = element && element->kind != TypeKind::Pointer;
        Code none;
        return isFlat ? addPointers(*element, file, 0, depth, none).and_then([&]() -> util::Result<void> {
            return none.size() == 0 ? util::ok() : noCode("an array of such elements");
        })
                      : util::Result<void>(noCode("an array of such a kind"));
    }
    if (plain.kind != TypeKind::Pointer || plain.isFortran())
        return noCode("a member of such a type");
    if (!isFollowed(*plain.target))
        return util::ok();
    Code pointer = Code().op(Op::Duplicate).then(Code::constant(offset)).op(Op::Add, kAddressKind);
    pointer.op(Op::Load, kAddressKind);
    code.then(followed(std::move(pointer), *plain.target)).op(Op::Drop);
    return util::ok();
}

util::Result<void> ShownCode::addMembers(const Type& record, const LoadedFile& file, std::uint64_t offset,
                                         unsigned depth, Code& code) const
{
    if (depth == kDeepestMember || record.bytes == 0 || isObject(record, file) || isAddressByFlang(record) ||
        isClassContainer(record))
        return noCode("a record of such a kind");
    for (const Field& field : file.debug().types().fields(record)) {
        if (field.located || field.variable || !field.type || isPointerToFunctions(field.name))
            return noCode("a member at such a place");
        if (field.bits > 0)
            continue;
        DBGR_TRY(addPointers(*field.type, file, offset + field.offset, depth + 1, code));
    }
    return util::ok();
}

bool ShownCode::isObject(const Type& record, const LoadedFile& file) const
{
    if (record.isFortran())
        return false;
    Value object;
    object.type = &record;
    object.file = &file;
    return Containers(m_reader).classOf(object) != nullptr;
}

std::uint64_t ShownCode::mostElements(const Type& element) const
{
    return element.letters != Letters::None ? m_limits.bytes + 1 : m_limits.children + std::uint64_t{1};
}

/// Of one dimension as many elements as are shown, and the last one, which is looked at, too; else all of them.
util::Result<Code> ShownCode::array(const Spot& array) const
{
    const Type& element = *array.array->element;
    Code none;
    if (!array.file || element.bytes == 0 || array.array->extents.empty())
        return noCode("an array of such a kind");
    DBGR_TRY(addPointers(element, *array.file, 0, 0, none));
    if (none.size() > 0)
        return noCode("an array of such elements");
    Code bytes = Code::constant(element.bytes);
    Code last = array.code;
    for (const ExtentCode& extent : array.array->extents) {
        if (extent.isOpen)
            return noCode("an array without an end");
        Code before = extent.upper; // how many elements are before the last one
        before.then(extent.lower).op(Op::Subtract, kAddressKind);
        Code isSome = extent.lower;
        isSome.then(extent.upper).compare(Relation::LessEqual, Domain::Signed).op(Op::Require).op(Op::Drop);
        const bool isRow = array.array->extents.size() == 1;
        const Code shown = isRow ? smaller(before, Code::constant(mostElements(element))) : before;
        // One that runs backwards is longer than any that can be read.
        bytes.then(isSome).then(shown).then(extent.stride).op(Op::Multiply, kAddressKind).op(Op::Add, kAddressKind);
        last.then(before).then(extent.stride).op(Op::Multiply, kAddressKind).op(Op::Add, kAddressKind);
    }
    last.then(Code::constant(element.bytes - 1)).op(Op::Add, kAddressKind).op(Op::Load, kByte);
    return bytesAt(array.code, bytes).then(last);
}

util::Result<Code> ShownCode::object(const Spot& asked, const OpenedCode& object) const
{
    DBGR_TRY(const Spot whole, m_spots.settled(asked));
    const Type* const element = object.layout->element.type;
    const bool isRow = object.shape.whole == Shape::Whole::Row && element && !object.shape.isOpenEnded &&
                       (object.shape.kind == ContainerKind::Text || object.shape.kind == ContainerKind::Array);
    if (!isRow || whole.type->bytes == 0 || element->canonical->bytes == 0)
        return noCode("such an object");
    Code none;
    DBGR_TRY(addPointers(*element, *object.layout->element.file, 0, 0, none));
    if (none.size() > 0)
        return noCode("an object of such elements");
    const std::uint64_t unit = element->canonical->bytes;
    const std::uint64_t most = object.shape.kind == ContainerKind::Text ? m_limits.bytes + 1 : mostElements(*element);
    Code code = bytesAt(whole.code, Code::constant(whole.type->bytes));
    if (object.object.type != whole.type) // what it is a wrapping of
        code.then(object.code).then(bytesAt(object.object.code, Code::constant(object.object.type->bytes)));
    else
        code.then(object.code);
    Code bytes = smaller(object.shape.count.code(), Code::constant(most));
    bytes.then(Code::constant(unit)).op(Op::Multiply, kAddressKind);
    return done(code.then(bytesAt(object.shape.place.code(), bytes)));
}

} // namespace dbgr::values

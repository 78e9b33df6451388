// SPDX-License-Identifier: BSD-3-Clause
#include "values/compile/objects_code.h"

#include "values/containers/containers.h"

#include <algorithm>
#include <utility>

namespace dbgr::values {

using bytecode::Code;
using bytecode::Domain;
using bytecode::IntegerKind;
using bytecode::Op;
using bytecode::Relation;

namespace {

constexpr unsigned kDeepestInner = 8; // of a container in the class that wraps it, and so on

Spot spotOfPart(const OpenedCode& object, const Code& address, const ClassPart& part)
{
    Spot spot;
    spot.code = object.code;
    spot.code.then(address);
    spot.type = part.type;
    spot.file = part.file;
    return spot;
}

/// Behind the code of the object: a number of its own.
Code codeOf(const OpenedCode& object, const Word& word)
{
    Code code = object.code;
    return code.then(word.code());
}

/// The object, which has to have elements.
OpenedCode requiringElements(OpenedCode object)
{
    object.code.then(object.shape.count.code()).op(Op::Require).op(Op::Drop);
    return object;
}

NumberCode sizeCode(Code code)
{
    return {std::move(code), integerNumber(0, kWordBytes, false)};
}

/// Of code that pushes 1 or 0: a bool.
NumberCode truthOf(Code code)
{
    return values::asTruth(std::move(code), Language::Cxx);
}

NumberCode constantIndex(std::uint64_t k)
{
    return sizeCode(Code::constant(k));
}

bool isOneByte(const Type& element)
{
    const Type& plain = *element.canonical;
    return plain.kind == TypeKind::Character && plain.bytes == 1;
}

} // namespace

util::Result<std::optional<OpenedCode>> ObjectsCode::open(Spot asked)
{
    std::string kindName;
    Code before; // of what the object is in
    for (unsigned i = 0; i < kDeepestInner; ++i) {
        DBGR_TRY(Spot spot, m_spots.settled(std::move(asked)));
        const ContainerLayout* layout = nullptr;
        if (spot.type->isRecord() && !spot.array && !spot.isValue && !spot.field && spot.file) {
            Value object;
            object.type = spot.type;
            object.file = spot.file;
            layout = Containers(m_reader).classOf(object);
        }
        if (!layout)
            return std::optional<OpenedCode>();
        if (!layout->family->sketch)
            return noCode("such an object");
        if (kindName.empty())
            kindName = layout->name;
        Sketch sketch(*layout, spot.code, false, m_kept);
        Shape shape = layout->family->sketch(sketch);
        if (!sketch.outcome())
            return noCode("such an object");
        spot.code = Code::recalled(m_kept); // where it lies is the first that a sketch keeps
        m_kept = sketch.nextKept();
        before.then(sketch.code());
        OpenedCode opened{before, std::move(spot), layout, std::move(shape), kindName};
        if (opened.shape.whole != Shape::Whole::Inner)
            return std::optional(std::move(opened));
        asked = spotOfPart({Code(), {}, nullptr, {}, {}}, opened.shape.place.code(), layout->parts[opened.shape.part]);
    }
    return noCode("such an object");
}

util::Result<Spot> ObjectsCode::whole(const OpenedCode& object) const
{
    switch (object.shape.whole) {
    case Shape::Whole::Element:
        return spotOfPart(object, object.shape.place.code(), object.layout->element);
    case Shape::Whole::Part:
        return spotOfPart(object, object.shape.place.code(), object.layout->parts[object.shape.part]);
    case Shape::Whole::Row: {
        Spot row = spotOfPart(object, object.shape.place.code(), object.layout->element);
        Code last = object.shape.count.code();
        last.then(Code::constant(1)).op(Op::Subtract, kAddressKind);
        const std::uint64_t bytes = sizeOf(*row.type);
        row.array = ArrayCode{row.type, {{Code::constant(0), std::move(last), Code::constant(bytes), false}}};
        return row;
    }
    default:
        return noCode("such an object");
    }
}

Code ObjectsCode::hasElements(const OpenedCode& object)
{
    return codeOf(object, object.shape.count != 0);
}

util::Result<Spot> ObjectsCode::target(const OpenedCode& object)
{
    if (object.isOptional())
        return whole(requiringElements(object));
    if (!object.isSmartPointer())
        return noCode("what such an object leads to");
    if (object.shape.isOpenEnded)
        return elementOfArray(object, constantIndex(0));
    DBGR_TRY(Spot pointer, whole(object));
    DBGR_TRY(Spot target, m_spots.pointee(std::move(pointer)));
    if (target.type->canonical->kind == TypeKind::Function)
        return noCode("what such an object leads to");
    target.code.op(Op::Require);
    return target;
}

util::Result<Spot> ObjectsCode::standsFor(const OpenedCode& object)
{
    return object.shape.kind == ContainerKind::Plain ? whole(object) : noCode("such an object");
}

util::Result<std::optional<ObjectsCode::Part>> ObjectsCode::asTruth(const OpenedCode& object)
{
    if (object.isOptional())
        return std::optional<Part>(truthOf(codeOf(object, object.shape.count)));
    if (!object.isSmartPointer())
        return std::optional<Part>();
    DBGR_TRY(Spot pointer, whole(object));
    return std::optional<Part>(std::move(pointer));
}

// --- elements --------------------------------------------------------------------------------------------------------

util::Result<Spot> ObjectsCode::elementOfArray(const OpenedCode& object, NumberCode index) const
{
    DBGR_TRY(Spot array, whole(object));
    if (object.shape.kind == ContainerKind::Pointer) { // nobody knows where that ends, but it is somewhere
        Code required = array.code;
        array.code = required.op(Op::Load, kAddressKind).op(Op::Require).op(Op::Drop).then(array.code);
    }
    return m_spots.element(std::move(array), {std::move(index)});
}

/// Elements that do not lie one behind the other.
util::Result<Spot> ObjectsCode::elementApart(const OpenedCode& object, NumberCode index)
{
    if (!object.layout->family->element)
        return noCode("an element that has to be looked for");
    Sketch sketch(*object.layout, object.object.code, false, m_kept);
    Code last = object.shape.count.code();
    last.then(Code::constant(1)).op(Op::Subtract, kAddressKind);
    Code place = std::move(index.code);
    place.then(Code::constant(0)).then(last).then(Code::constant(1)).subscript(false);
    const Word k = sketch.kept(Word(std::move(place)));
    const Word address = object.layout->family->element(sketch, k);
    if (!sketch.outcome())
        return noCode("such an object");
    m_kept = sketch.nextKept();
    Code code = sketch.code();
    return spotOfPart(object, code.then(address.code()), object.layout->element);
}

util::Result<Spot> ObjectsCode::element(const OpenedCode& object, NumberCode index)
{
    if (object.shape.isOpenEnded)
        return elementOfArray(object, std::move(index));
    switch (object.shape.kind) {
    case ContainerKind::Array:
    case ContainerKind::Text:
        return elementOfArray(requiringElements(object), std::move(index));
    case ContainerKind::Sequence:
        return elementApart(requiringElements(object), std::move(index));
    default:
        return noCode("such a subscript");
    }
}

util::Result<Spot> ObjectsCode::tuplePart(const OpenedCode& object, std::uint64_t k)
{
    if (object.shape.kind == ContainerKind::Array)
        return element(object, constantIndex(k));
    const auto& parts = object.layout->parts;
    if (object.shape.kind != ContainerKind::Tuple || k >= parts.size())
        return noCode("such a part");
    const ClassPart& part = parts[static_cast<std::size_t>(k)];
    Code address = object.object.code;
    address.then(Code::constant(static_cast<std::uint64_t>(part.offset))).op(Op::Add, kAddressKind);
    return spotOfPart(object, address, part);
}

// --- calls -----------------------------------------------------------------------------------------------------------

util::Result<ObjectsCode::Part> ObjectsCode::addressOfFirst(const OpenedCode& object) const
{
    DBGR_TRY(Spot array, whole(object));
    DBGR_TRY(array, m_spots.settled(std::move(array)));
    if (!array.array)
        return noCode("such an address");
    return numberCode(std::move(array.code), pointerNumber({}, array.array->element, array.file));
}

util::Result<ObjectsCode::Part> ObjectsCode::call(const OpenedCode& object, std::string_view name,
                                                  const NumberCode* argument)
{
    const auto method = methodOf(object.shape.kind, object.kindName, name, argument != nullptr);
    const Word& count = object.shape.count;
    if (!method)
        return noCode("such a call");
    switch (*method) {
    case ObjectMethod::Size:
        return sizeCode(codeOf(object, count));
    case ObjectMethod::Empty:
        return truthOf(codeOf(object, count == 0));
    case ObjectMethod::HasValue:
        return truthOf(codeOf(object, count));
    case ObjectMethod::Front:
        return element(object, constantIndex(0));
    case ObjectMethod::Back:
        return element(object, sizeCode((count - 1).code()));
    case ObjectMethod::Data:
        return addressOfFirst(object);
    case ObjectMethod::Value:
        return target(object);
    case ObjectMethod::Whole:
        return whole(object);
    case ObjectMethod::At:
        if (argument->kind.kind != NumberKind::Integer || object.shape.kind == ContainerKind::Map)
            return noCode("such a call");
        return element(object, *argument);
    default:
        return noCode("such a call");
    }
}

// --- texts -----------------------------------------------------------------------------------------------------------

/// By words, and not by single bytes: each is one look into the memory. Of a longer text the reader looks at all.
util::Result<NumberCode> ObjectsCode::isText(const OpenedCode& object, std::string_view literal)
{
    constexpr std::size_t kLongestLiteral = 128;
    constexpr std::uint64_t kLongestText = 4096; // has no page but those of its two ends
    const std::string_view wanted = literal.substr(0, literal.find('\0'));
    const bool isPlain = object.shape.kind == ContainerKind::Text && isOneByte(*object.layout->element.type);
    if (!isPlain || wanted.size() > kLongestLiteral)
        return noCode("such a text");
    Code code = codeOf(object, object.shape.count <= kLongestText);
    code.op(Op::Require).op(Op::Drop);
    Code same = Code::constant(1);
    for (std::size_t end = wanted.size(); end > 0;) { // the last ones first: each is asked after what is before it
        const std::size_t bytes = std::min<std::size_t>(kWordBytes, end & (~end + 1)); // so that words begin at words
        const std::size_t at = end - bytes;
        std::uint64_t bits = 0;
        for (std::size_t i = 0; i < bytes; ++i)
            bits |= static_cast<std::uint64_t>(static_cast<unsigned char>(wanted[at + i])) << (8 * i);
        Code word = (object.shape.place + at).code();
        word.op(Op::Load, IntegerKind{static_cast<unsigned>(bytes), false}).then(Code::constant(bits));
        word.compare(Relation::Equal, Domain::Unsigned);
        same = Code::choice(std::move(word), same, Code::constant(0));
        end = at;
    }
    return truthOf(code.then(Code::choice((object.shape.count == wanted.size()).code(), same, Code::constant(0))));
}

} // namespace dbgr::values

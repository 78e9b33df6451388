// SPDX-License-Identifier: BSD-3-Clause
#include "values/expr/objects.h"

#include "values/expr/loading.h"
#include "values/expr/object_methods.h"
#include "values/values_error.h"

#include <array>
#include <utility>

namespace dbgr::values {

namespace {

constexpr unsigned kBytesOfCount = 8;

tl::unexpected<util::Error> needsCompiler()
{
    return util::fail(Errc::NotOurs, "such a call needs a compiler");
}

/// Whether it may be an object of a class, without looking at it.
bool mayBeObject(const Value& value)
{
    const Type& type = *value.type->canonical;
    const Type& plain = type.kind == TypeKind::Reference ? *type.target->canonical : type;
    return !value.isArray() && plain.language == Language::Cxx &&
           (plain.isRecord() || plain.kind == TypeKind::Incomplete);
}

Number sizeNumber(std::uint64_t count)
{
    return integerNumber(static_cast<Int128>(count), kBytesOfCount, false);
}

} // namespace

util::Result<std::optional<Container>> Objects::open(const Value& value)
{
    if (!mayBeObject(value))
        return std::optional<Container>();
    DBGR_TRY(const Value settled, m_reader.settled(value));
    auto container = m_containers.open(settled);
    if (!container)
        return std::optional<Container>();
    DBGR_TRY(Container opened, *std::move(container));
    return std::optional(std::move(opened));
}

std::optional<Container> Objects::objectOf(const Answer& answer)
{
    const auto* const value = std::get_if<Value>(&answer);
    auto container = value ? open(*value) : std::optional<Container>();
    return container ? *std::move(container) : std::nullopt;
}

util::Result<Value> Objects::item(const Container& container, std::uint64_t k)
{
    std::optional<Value> found;
    DBGR_TRY(m_containers.forEach(container, k, [&](const Item& item) {
        found = item.value;
        return false;
    }));
    if (!found)
        return util::fail(Errc::Unreadable, "it has fewer elements than it says");
    return *std::move(found);
}

// --- pointers and the like -------------------------------------------------------------------------------------------

util::Result<std::optional<Value>> Objects::target(const Value& object)
{
    DBGR_TRY(const std::optional<Container> container, open(object));
    if (!container || (!container->isSmartPointer() && !container->isOptional()))
        return std::optional<Value>();
    if (container->isOpenEnded && container->whole) {
        DBGR_TRY(const Answer first, behindPointer(*container, {false, 0, {}, 1}));
        return std::optional(std::get<Value>(first));
    }
    if (container->count == 0 && container->isOptional())
        return util::fail(Errc::Undefined, "it holds no value");
    if (container->count == 0 && container->whole) { // null, or to void
        DBGR_TRY(const Number pointer, singleNumber(m_reader, *container->whole));
        DBGR_TRY(Value there, valueAt(pointer));
        return std::optional(std::move(there));
    }
    DBGR_TRY(Value target, item(*container, 0));
    return std::optional(std::move(target));
}

std::optional<Value> Objects::standsFor(const Value& object)
{
    auto container = open(object);
    const bool isPlain = container && *container && (*container)->kind == ContainerKind::Plain;
    return isPlain ? std::move((*container)->whole) : std::nullopt;
}

util::Result<Answer> Objects::asTruth(Answer answer)
{
    const auto* const value = std::get_if<Value>(&answer);
    if (!value)
        return answer;
    DBGR_TRY(const std::optional<Container> object, open(*value));
    if (object && object->isOptional())
        return logicalNumber(object->count > 0, 1);
    if (object && object->isSmartPointer() && object->whole)
        return *object->whole;
    return answer;
}

std::optional<util::Result<Number>> numberOfObject(ValueReader& reader, const Value& value)
{
    auto opened = Containers(reader).open(value);
    if (!opened)
        return std::nullopt;
    if (!*opened)
        return util::Result<Number>(util::fail((*opened).error()));
    const Container& container = **opened;
    if (container.kind != ContainerKind::Plain || !container.whole)
        return std::nullopt;
    auto whole = reader.settled(*container.whole);
    if (!whole)
        return util::Result<Number>(util::fail(std::move(whole).error()));
    return whole->type->canonical->isRecord() ? std::nullopt : std::optional(numberAt(reader, *whole));
}

util::Result<Value> elementsOf(ValueReader& reader, const Container& container)
{
    DBGR_TRY(Value whole, reader.settled(*container.whole));
    const bool isMatrix = !container.note.empty() && whole.isArray() && whole.array->extents.size() == 2;
    if (!isMatrix)
        return whole;
    std::vector<Extent>& extents = whole.array->extents;
    if (extents[1].count == 1)
        extents.pop_back();
    else if (extents[0].count == 1)
        extents.erase(extents.begin());
    return whole;
}

// --- elements --------------------------------------------------------------------------------------------------------

/// Of a pointer to an array: nobody knows where it ends.
util::Result<Answer> Objects::behindPointer(const Container& pointer, const Subscript& subscript)
{
    DBGR_TRY(const Number number, singleNumber(m_reader, *pointer.whole));
    if (number.address().isNull())
        return util::fail(Errc::NotAssociated, "the pointer is null");
    if (subscript.isRange)
        return m_reader.section(*pointer.whole, std::span(&subscript, 1));
    return m_reader.element(*pointer.whole, std::span(&*subscript.first, 1));
}

util::Result<Answer> Objects::element(const Container& container, std::int64_t index)
{
    if (container.isOpenEnded && container.whole)
        return behindPointer(container, {false, index, {}, 1});
    if (!hasNumberedItems(container.kind))
        return util::fail(Errc::NotOurs, "the operator '[]' of a class needs a compiler");
    if (container.count == 0)
        return util::fail(Errc::Undefined, "it has no elements");
    if (container.kind == ContainerKind::Array || container.kind == ContainerKind::Text) {
        if (container.whole) {
            DBGR_TRY(const Value elements, elementsOf(m_reader, container));
            return m_reader.element(elements, std::span(&index, 1));
        }
    }
    if (index < 0 || static_cast<std::uint64_t>(index) >= container.count)
        return util::fail(Errc::Undefined, "subscript " + std::to_string(index) +
                                               " is outside of 0:" + std::to_string(container.count - 1));
    return item(container, static_cast<std::uint64_t>(index));
}

util::Result<Answer> Objects::slice(const Container& container, const Subscript& range)
{
    if (container.isOpenEnded && container.whole)
        return behindPointer(container, range);
    const bool isInOnePiece =
        container.whole && (container.kind == ContainerKind::Array || container.kind == ContainerKind::Text);
    if (!isInOnePiece)
        return util::fail(Errc::Wrong, "slices can be taken of what lies in one piece only: arrays, vectors, texts");
    DBGR_TRY(const Value elements, elementsOf(m_reader, container));
    return m_reader.section(elements, std::span(&range, 1));
}

util::Result<Answer> Objects::atEnd(const Container& container, bool isFirst)
{
    if (container.count == 0)
        return util::fail(Errc::Undefined, "it has no elements");
    return element(container, isFirst ? 0 : static_cast<std::int64_t>(container.count - 1));
}

// --- calls -----------------------------------------------------------------------------------------------------------

util::Result<Answer> Objects::addressOfText(const Container& container)
{
    if (!container.whole)
        return needsCompiler();
    DBGR_TRY(const Value whole, m_reader.settled(*container.whole));
    if (!whole.isArray() || StopMemory::isMadeUp(whole.array->base))
        return util::fail(Errc::Undefined, "it has no address: the compiler keeps it in registers");
    return pointerNumber(whole.array->base, whole.array->element, whole.file);
}

util::Result<Answer> Objects::held(const Container& holder)
{
    if (holder.count == 0)
        return util::fail(Errc::Undefined, "it holds no value");
    return item(holder, 0);
}

util::Result<Answer> Objects::partOfComplex(const Container& plain, bool isReal)
{
    DBGR_TRY(const Number number, singleNumber(m_reader, *plain.whole));
    if (number.kind != NumberKind::Complex)
        return needsCompiler();
    return realNumber(isReal ? number.real : number.imaginary, number.bytes);
}

util::Result<Answer> Objects::at(const Container& container, const Answer& argument)
{
    if (container.kind == ContainerKind::Map)
        return atKey(container, argument);
    DBGR_TRY(const Number index, singleNumber(m_reader, argument));
    const bool isIndex = index.kind == NumberKind::Integer && wrapped(index.integer, 8, true) == index.integer;
    if (!isIndex)
        return util::fail(Errc::Wrong, "a subscript is an integer");
    return element(container, static_cast<std::int64_t>(index.integer));
}

util::Result<Answer> Objects::call(const Container& container, std::string_view name, const Answer* argument)
{
    const auto method = methodOf(container.kind, container.kindName, name, argument != nullptr);
    if (!method)
        return needsCompiler();
    switch (*method) {
    case ObjectMethod::Size:
        return sizeNumber(container.count);
    case ObjectMethod::Empty:
        return logicalNumber(container.count == 0, 1);
    case ObjectMethod::Front:
    case ObjectMethod::Back:
        return atEnd(container, *method == ObjectMethod::Front);
    case ObjectMethod::Data:
        return addressOfText(container);
    case ObjectMethod::HasValue:
        return logicalNumber(container.count > 0, 1);
    case ObjectMethod::Value:
        return held(container);
    case ObjectMethod::Whole:
        return container.whole ? util::Result<Answer>(*container.whole) : needsCompiler();
    case ObjectMethod::Real:
    case ObjectMethod::Imaginary:
        return partOfComplex(container, *method == ObjectMethod::Real);
    case ObjectMethod::At:
        return at(container, *argument);
    default: { // of a key
        DBGR_TRY(const Matches matches, search(container, *argument));
        return *method == ObjectMethod::Count ? sizeNumber(matches.count) : logicalNumber(matches.count > 0, 1);
    }
    }
}

} // namespace dbgr::values

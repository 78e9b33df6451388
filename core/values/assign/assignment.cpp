// SPDX-License-Identifier: BSD-3-Clause
#include "values/assign/assignment.h"

#include "values/assign/records.h"
#include "values/containers/containers.h"
#include "values/expr/loading.h"
#include "values/expr/raw_bytes.h"
#include "values/values_error.h"

#include <algorithm>
#include <string>
#include <utility>

namespace dbgr::values {

namespace {

tl::unexpected<util::Error> cannotChange(std::string why)
{
    return util::fail(Errc::Wrong, std::move(why));
}

const char* whyWithoutMemory(StopMemory::MadeOf from)
{
    switch (from) {
    case StopMemory::MadeOf::Register:
        return "it cannot be changed: the compiler keeps it in a register here";
    case StopMemory::MadeOf::Constant:
        return "it cannot be changed: the compiler has made it a constant";
    case StopMemory::MadeOf::Pieces:
        return "it cannot be changed: the compiler keeps it in pieces here, some of them in registers";
    case StopMemory::MadeOf::Computed:
        break;
    }
    return "it cannot be changed: it has no memory of its own here";
}

util::Result<void> requireMemory(StopMemory& memory, Address address)
{
    if (!StopMemory::isMadeUp(address))
        return {};
    return util::fail(Errc::ReadOnly, whyWithoutMemory(memory.madeOf(address)));
}

util::Result<void> requireScalar(const Type& type)
{
    const Type& plain = *type.canonical;
    const std::string name = type.name.empty() ? "" : " " + type.name;
    if (plain.isRecord())
        return util::fail(Errc::NotOurs, "assigning a whole" + name + " needs a compiler");
    const bool isProcedure = type.isFortran() && plain.kind == TypeKind::Pointer;
    if (isProcedure || plain.kind == TypeKind::Function)
        return cannotChange("a procedure cannot be changed");
    return {};
}

std::uint64_t bytesOfField(const BitField& field)
{
    return (field.offset + field.bits + 7) / 8;
}

/// The bytes around a bit field with those bits changed, and no others.
std::vector<std::byte> withField(std::span<const std::byte> around, const BitField& field,
                                 std::span<const std::byte> value)
{
    const UInt128 mask = (field.bits >= 128 ? ~UInt128{0} : (UInt128{1} << field.bits) - 1) << field.offset;
    const UInt128 bits = fromBytes<UInt128>(value) << field.offset & mask;
    std::vector<std::byte> bytes;
    appendBytes(bytes, (fromBytes<UInt128>(around) & ~mask) | bits, around.size());
    return bytes;
}

/// Of what lies where one element ends and the next one begins, one write.
void append(Writes& writes, Address address, std::span<const std::byte> bytes)
{
    const bool goesOn =
        !writes.empty() && writes.back().address.plus(static_cast<std::int64_t>(writes.back().bytes.size())) == address;
    if (!goesOn)
        writes.push_back({address, {}});
    writes.back().bytes.insert(writes.back().bytes.end(), bytes.begin(), bytes.end());
}

/// Stores one number after the other in the elements of one target.
class Planner
{
public:
    Planner(ValueReader& reader, const Value& target)
        : m_reader(reader), m_target(target), m_type(target.isArray() ? *target.array->element : *target.type)
    {
        m_room.characters = m_type.canonical->kind == TypeKind::Text ? target.length : std::nullopt;
        m_room.fieldBits = target.bitField ? target.bitField->bits : 0;
    }

    [[nodiscard]] util::Result<void> add(const Value& place, const Number& number)
    {
        DBGR_TRY(std::vector<std::byte> bytes, encode(number, m_type, m_room));
        return add(place, bytes);
    }
    [[nodiscard]] util::Result<void> add(const Value& place, std::span<const std::byte> bytes)
    {
        DBGR_TRY(requireMemory(m_reader.memory(), place.address));
        if (!place.bitField) {
            append(m_writes, place.address, bytes);
        } else {
            std::vector<std::byte> around(static_cast<std::size_t>(bytesOfField(*place.bitField)));
            DBGR_TRY(m_reader.memory().read(place.address, around));
            append(m_writes, place.address, withField(around, *place.bitField, bytes));
        }
        if (m_writes.size() > kMaxPiecesWritten)
            return util::fail(Errc::TooLarge, "more than " + std::to_string(kMaxPiecesWritten) +
                                                  " elements lie apart from each other: change fewer at a time");
        return {};
    }
    [[nodiscard]] util::Result<void> addAll(const Number& number)
    {
        DBGR_TRY(const std::vector<std::byte> bytes, encode(number, m_type, m_room));
        const std::uint64_t count = m_target.array->count();
        for (std::uint64_t k = 0; k < count; ++k)
            DBGR_TRY(add(m_reader.elementAt(m_target, k), bytes));
        return {};
    }
    [[nodiscard]] Writes take() { return std::move(m_writes); }

private:
    ValueReader& m_reader;
    const Value& m_target;
    const Type& m_type;
    Room m_room;
    Writes m_writes;
};

/// char s[8] = "abc": with its end, and nothing of the old text behind it.
util::Result<Writes> planText(ValueReader& reader, const Value& array, const Number& text)
{
    const Type& element = *array.array->element->canonical;
    const std::uint64_t room = array.array->count();
    const bool fitsKind = element.kind == TypeKind::Character && element.bytes == 1 && text.bytes == 1;
    if (!fitsKind || array.array->extents.size() != 1)
        return cannotChange("only an array of char can be changed to a text");
    if (text.text.size() + 1 > room)
        return cannotChange("the text has " + std::to_string(text.text.size()) +
                            " characters and its end, and there is room for " + std::to_string(room));
    DBGR_TRY(requireMemory(reader.memory(), array.array->base));
    Write write{array.array->base, std::vector<std::byte>(static_cast<std::size_t>(room))};
    const auto bytes = std::as_bytes(std::span(text.text));
    std::copy(bytes.begin(), bytes.end(), write.bytes.begin());
    return Writes{std::move(write)};
}

std::string shapeText(const std::vector<std::uint64_t>& shape)
{
    std::string text;
    for (const std::uint64_t count : shape)
        text += (text.empty() ? "" : ",") + std::to_string(count);
    return "(" + text + ")";
}

util::Result<void> requireShape(const Value& array, const std::vector<std::uint64_t>& shape)
{
    std::vector<std::uint64_t> own;
    for (const Extent& extent : array.array->extents)
        own.push_back(extent.count);
    if (own != shape)
        return cannotChange("the shapes differ: " + shapeText(own) + " is to be " + shapeText(shape));
    return {};
}

util::Result<Writes> planElements(ValueReader& reader, const Value& array, const NumberArray& numbers)
{
    DBGR_TRY(requireShape(array, numbers.shape));
    Planner planner(reader, array);
    for (std::size_t k = 0; k < numbers.elements.size(); ++k)
        DBGR_TRY(planner.add(reader.elementAt(array, k), numbers.elements[k]));
    return planner.take();
}

util::Result<void> requireCount(const Value& array)
{
    if (array.array->isOpenEnded)
        return cannotChange("nobody knows how many elements the array has: change a section of it");
    if (array.array->element->isFortran() && array.array->count() > NumberArray::kMaxElements)
        return util::fail(Errc::TooLarge, "the array has " + std::to_string(array.array->count()) +
                                              " elements, too many to change at once; take a section of it");
    return {};
}

util::Result<Writes> planRecords(ValueReader& reader, const Value& place, const Answer& value)
{
    if (place.isArray())
        DBGR_TRY(requireCount(place));
    DBGR_TRY(const Records records, recordsFor(reader, place, value));
    if (!records.shape.empty())
        DBGR_TRY(requireShape(place, records.shape));
    Planner planner(reader, place);
    const std::uint64_t count = place.isArray() ? place.array->count() : 1;
    for (std::uint64_t k = 0; k < count; ++k)
        DBGR_TRY(planner.add(place.isArray() ? reader.elementAt(place, k) : place, records.at(k)));
    return planner.take();
}

util::Result<Writes> planArray(ValueReader& reader, const Value& array, const Answer& value)
{
    const Type& element = *array.array->element;
    const auto* const number = std::get_if<Number>(&value);
    DBGR_TRY(requireCount(array));
    if (!element.isFortran()) {
        if (number && number->kind == NumberKind::Text)
            return planText(reader, array, *number);
        return cannotChange("a whole array of C cannot be changed: name one of its elements");
    }
    DBGR_TRY(requireScalar(element));
    if (const auto* const numbers = std::get_if<NumberArray>(&value))
        return planElements(reader, array, *numbers);
    Planner planner(reader, array);
    DBGR_TRY(planner.addAll(*number));
    return planner.take();
}

/// std::complex, std::atomic, and a std::optional with something in it, take what is in them takes.
util::Result<Value> placeInside(ValueReader& reader, Value place)
{
    if (place.isArray() || !place.type->canonical->isRecord())
        return place;
    const auto opened = Containers(reader).open(place);
    if (!opened || !*opened)
        return place;
    const Container& object = **opened;
    if (object.isOptional() && !object.whole)
        return cannotChange("it holds nothing, and only code of the program can put something in it");
    const bool isOne = object.kindName == "complex" || object.kindName == "atomic" || object.isOptional();
    return isOne && object.whole ? reader.settled(*object.whole) : std::move(place);
}

} // namespace

util::Result<Writes> planAssignment(ValueReader& reader, const Answer& target, const Answer& value)
{
    const auto* const variable = std::get_if<Value>(&target);
    if (!variable)
        return cannotChange("only a variable can be changed, and this was computed");
    DBGR_TRY(Value named, reader.settled(*variable));
    DBGR_TRY(const Value place, placeInside(reader, std::move(named)));
    if (isOfRecords(place))
        return planRecords(reader, place, value);
    if (!place.isArray())
        DBGR_TRY(requireScalar(*place.type));
    DBGR_TRY(const Answer numbers, loaded(reader, value));
    if (place.isArray())
        return planArray(reader, place, numbers);
    const auto* const number = std::get_if<Number>(&numbers);
    if (!number)
        return cannotChange("one value is expected, and there is an array of them");
    Planner planner(reader, place);
    DBGR_TRY(planner.add(place, *number));
    return planner.take();
}

std::optional<Number> enumeratorFor(ValueReader& reader, const Answer& target, const Tree& value)
{
    const auto* const variable = std::get_if<Value>(&target);
    const auto* const plain = std::get_if<node::Name>(&value.root().kind);
    const auto* const scoped = std::get_if<node::ScopedName>(&value.root().kind);
    if (!variable || (!plain && !scoped))
        return std::nullopt;
    const auto place = reader.settled(*variable);
    if (!place || place->isArray() || place->type->canonical->kind != TypeKind::Enumeration)
        return std::nullopt;
    const Type& type = *place->type->canonical;
    const std::string& name = plain ? plain->name : scoped->name;
    const auto found = std::find_if(type.enumerators.begin(), type.enumerators.end(),
                                    [&](const Enumerator& one) { return one.name == name; });
    if (found == type.enumerators.end())
        return std::nullopt;
    Number number = integerNumber(found->value, 8);
    number.enumeration = &type;
    return number;
}

util::Result<Writes> write(StopMemory& memory, const Writes& writes)
{
    Writes before;
    for (const Write& one : writes) {
        Write old{one.address, std::vector<std::byte>(one.bytes.size())};
        DBGR_TRY(memory.read(old.address, old.bytes));
        before.push_back(std::move(old));
    }
    for (std::size_t i = 0; i < writes.size(); ++i) {
        auto done = memory.write(writes[i].address, writes[i].bytes);
        if (done)
            continue;
        for (std::size_t k = 0; k < i; ++k) // what was written before it, as it was
            static_cast<void>(memory.write(before[k].address, before[k].bytes));
        return util::fail(std::move(done).error());
    }
    return before;
}

} // namespace dbgr::values

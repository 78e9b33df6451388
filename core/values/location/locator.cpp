// SPDX-License-Identifier: BSD-3-Clause
#include "values/location/locator.h"

#include "values/location/locator_host.h"
#include "values/location/machine.h"
#include "values/location/pieces.h"
#include "values/values_error.h"

#include <dwarf.h>

#include <algorithm>
#include <utility>

namespace dbgr::values {

namespace {

constexpr std::uint64_t kPointerBytes = 8;

/// One level deeper for as long as it lives.
class Deeper
{
public:
    explicit Deeper(unsigned& depth) : m_depth(++depth) {}
    ~Deeper() { --m_depth; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;

private:
    unsigned& m_depth;
};

std::uint64_t bytesOfType(const Die& variable)
{
    const std::optional<Die> type = variable.reference(DW_AT_type);
    Dwarf_Word bytes = 0;
    if (!type)
        return kPointerBytes;
    Dwarf_Die raw = type->raw();
    return dwarf_aggregate_size(&raw, &bytes) == 0 ? bytes : kPointerBytes;
}

std::vector<std::byte> blockOf(Dwarf_Attribute attribute)
{
    Dwarf_Block block{};
    if (dwarf_formblock(&attribute, &block) == 0) {
        const auto* const first = reinterpret_cast<const std::byte*>(block.data);
        return {first, first + block.length};
    }
    const char* const text = dwarf_formstring(&attribute);
    if (!text)
        return {};
    const auto bytes = std::as_bytes(std::span(text, std::char_traits<char>::length(text) + 1));
    return {bytes.begin(), bytes.end()};
}

} // namespace

util::Result<std::span<Dwarf_Op>> Locator::operations(Dwarf_Attribute& attribute, const Place& place) const
{
    Dwarf_Op* ops = nullptr;
    std::size_t count = 0;
    const std::uint64_t pc = place.frame ? place.pc().value : 0;
    if (dwarf_getlocation_addr(&attribute, pc, &ops, &count, 1) != 1 &&
        (place.frame || dwarf_getlocation(&attribute, &ops, &count) != 0))
        return optimizedOut();
    return std::span(ops, count);
}

util::Result<Location> Locator::run(Dwarf_Attribute& attribute, const Place& place, std::optional<Address> object,
                                    std::optional<std::uint64_t> initial)
{
    if (m_depth == kDeepest)
        return util::fail(Errc::NotRecorded, "the location that the compiler recorded leads in a circle");
    const Deeper deeper(m_depth);
    DBGR_TRY(const std::span<Dwarf_Op> ops, operations(attribute, place));
    LocatorHost host(*this, attribute, place, object);
    return runMachine(ops, host, initial);
}

util::Result<Address> Locator::locate(const Die& variable, const Place& place)
{
    if (std::optional<Dwarf_Attribute> location = variable.find(DW_AT_location)) {
        DBGR_TRY(const Location found, run(*location, place, std::nullopt, std::nullopt));
        return found.address ? util::Result<Address>(*found.address) : addressOf(found, place, bytesOfType(variable));
    }
    const std::optional<Dwarf_Attribute> value = variable.find(DW_AT_const_value);
    if (!value)
        return optimizedOut();
    const std::optional<std::int64_t> number = constantOf(*value);
    std::vector<std::byte> bytes = number ? std::vector<std::byte>() : blockOf(*value);
    if (number) {
        const auto raw = std::as_bytes(std::span(&*number, 1));
        bytes.assign(raw.begin(), raw.end());
    }
    return m_memory.makeUp(std::move(bytes), {}, StopMemory::MadeOf::Constant);
}

util::Result<Address> Locator::addressOf(const Location& location, const Place& place, std::uint64_t bytes)
{
    if (location.address)
        return *location.address;
    return assemble(location, place.frame, m_memory, bytes);
}

util::Result<std::uint64_t> Locator::scalar(const Location& location, const Place& place, std::uint64_t bytes)
{
    if (location.address)
        return location.address->value;
    DBGR_TRY(const Address at, assemble(location, place.frame, m_memory, bytes));
    return m_memory.getUnsigned(at, static_cast<std::size_t>(bytes));
}

util::Result<std::int64_t> Locator::valueOf(const Die& variable, const Place& place)
{
    DBGR_TRY(const Address at, locate(variable, place));
    const std::uint64_t bytes = std::min(bytesOfType(variable), kPointerBytes);
    return m_memory.getSigned(at, static_cast<std::size_t>(bytes));
}

util::Result<std::int64_t> Locator::number(const Bound& bound, const Place& place, std::optional<Address> object,
                                           std::optional<std::uint64_t> dimension)
{
    if (bound.constant)
        return *bound.constant;
    Dwarf_Attribute attribute = *bound.computed;
    if (const std::optional<Die> variable = referenceOf(attribute))
        return valueOf(*variable, place);
    DBGR_TRY(const Location found, run(attribute, place, object, dimension));
    DBGR_TRY(const std::uint64_t value, scalar(found, place, kPointerBytes));
    return static_cast<std::int64_t>(value);
}

util::Result<std::int64_t> Locator::length(const Bound& bound, unsigned bytes, const Place& place, Address object)
{
    if (bound.constant || referenceOf(*bound.computed))
        return number(bound, place, object);
    Dwarf_Attribute attribute = *bound.computed;
    DBGR_TRY(const Location found, run(attribute, place, object, std::nullopt));
    DBGR_TRY(const Address at, addressOf(found, place, bytes));
    DBGR_TRY(const std::uint64_t length, m_memory.getUnsigned(at, bytes));
    return static_cast<std::int64_t>(length);
}

util::Result<Address> Locator::frameBase(const Place& place)
{
    std::optional<Dwarf_Attribute> base;
    if (place.frame && place.procedure)
        base = place.procedure->die.find(DW_AT_frame_base);
    if (!base)
        return optimizedOut("the compiler did not record where its frame is");
    DBGR_TRY(const Location found, run(*base, place, std::nullopt, std::nullopt));
    DBGR_TRY(const std::uint64_t address, scalar(found, place, kPointerBytes));
    return Address{address};
}

Place Locator::placeOf(Frame& frame) const
{
    Place place;
    place.frame = &frame;
    place.file = m_files.at(frame.pc());
    if (!place.file)
        return place;
    place.procedure = procedureOf(place.file->debug().scopeAt(place.pc()));
    return place;
}

} // namespace dbgr::values

// SPDX-License-Identifier: BSD-3-Clause
#include "values/dwarf/saved_variables.h"

#include "values/dwarf/enclosing.h"
#include "values/dwarf/fixed_place.h"

#include <dwarf.h>
#include <gelf.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

namespace dbgr::values {

namespace {

constexpr unsigned kDeepestEntry = 100;
constexpr std::size_t kMostPlacesKnown = 100'000;

/// A contained procedure is what it takes to have the first value for a place.
bool containsProcedures(const Die& procedure)
{
    bool contains = false;
    procedure.forEachChild([&](const Die& child) { contains = contains || child.tag() == DW_TAG_subprogram; });
    return contains;
}

/// What no other body of the procedure describes, and no place.
bool isWithFirstValueOnly(const Die& variable)
{
    return variable.tag() == DW_TAG_variable && variable.own(DW_AT_const_value) &&
           !variable.own(DW_AT_abstract_origin) && !variable.find(DW_AT_location);
}

bool mayBeSaved(const Die& variable)
{
    if (!isWithFirstValueOnly(variable))
        return false;
    const std::vector<Die> path = enclosing(variable);
    const auto procedure =
        std::find_if(path.rbegin(), path.rend(), [](const Die& part) { return part.tag() == DW_TAG_subprogram; });
    return procedure != path.rend() && containsProcedures(*procedure);
}

std::vector<std::byte> firstValueOf(const Die& variable)
{
    Dwarf_Attribute attribute = *variable.own(DW_AT_const_value);
    if (const std::optional<std::int64_t> number = constantOf(attribute)) {
        const auto bytes = std::as_bytes(std::span(&*number, 1));
        return {bytes.begin(), bytes.end()};
    }
    Dwarf_Block block{};
    if (dwarf_formblock(&attribute, &block) == 0) {
        const auto bytes = std::as_bytes(std::span(block.data, static_cast<std::size_t>(block.length)));
        return {bytes.begin(), bytes.end()};
    }
    const char* const text = dwarf_formstring(&attribute);
    const auto bytes = std::as_bytes(std::span(std::string_view(text ? text : "")));
    return {bytes.begin(), bytes.end()};
}

std::optional<FileAddress> fixedPlaceOf(const Die& variable)
{
    const std::optional<Dwarf_Attribute> location = variable.own(DW_AT_location);
    return location ? fixedAddressOf(*location) : std::nullopt;
}

/// All that a unit says of variables of one name.
struct Namesakes
{
    std::vector<FileAddress> places;
    std::vector<Die> withFirstValue;
};

void collect(const Die& parent, const std::string& name, bool isInHost, unsigned depth, Namesakes& to)
{
    if (depth == kDeepestEntry)
        return;
    parent.forEachChild([&](const Die& child) {
        const unsigned tag = child.tag();
        if (tag == DW_TAG_variable && child.name() == name) {
            if (const std::optional<FileAddress> place = fixedPlaceOf(child))
                to.places.push_back(*place);
            else if (isInHost && isWithFirstValueOnly(child))
                to.withFirstValue.push_back(child);
        } else if (tag == DW_TAG_subprogram) {
            collect(child, name, containsProcedures(child), depth + 1, to);
        } else if (tag == DW_TAG_lexical_block || tag == DW_TAG_module || tag == DW_TAG_inlined_subroutine) {
            collect(child, name, isInHost, depth + 1, to);
        }
    });
}

std::string_view lastPart(std::string_view path)
{
    return path.substr(path.rfind('/') + 1);
}

std::uint64_t bytesOfSaved(const Die& variable)
{
    const std::optional<Die> type = variable.reference(DW_AT_type);
    Dwarf_Word bytes = 0;
    if (!type)
        return 0;
    Dwarf_Die raw = type->raw();
    return dwarf_aggregate_size(&raw, &bytes) == 0 ? bytes : 0;
}

} // namespace

SavedPlace SavedVariables::of(const Die& variable)
{
    if (!isWithFirstValueOnly(variable))
        return {};
    if (m_known.size() >= kMostPlacesKnown)
        m_known.clear();
    const auto [known, isNew] = m_known.try_emplace(variable.id());
    if (isNew)
        known->second = find(variable);
    return known->second;
}

SavedPlace SavedVariables::find(const Die& variable) const
{
    if (!mayBeSaved(variable))
        return {};
    if (m_symbols.isEmpty())
        return {SavedPlace::Kind::Unknown, {}};
    const std::string name = variable.name();
    const std::string source = variable.unit().name();
    const std::vector<std::byte> value = firstValueOf(variable);
    const std::uint64_t bytes = bytesOfSaved(variable);
    std::vector<ObjectSymbols::Numbered> symbols = m_symbols.numbered(name);
    std::erase_if(symbols, [&](const ObjectSymbols::Numbered& symbol) {
        const bool isOfUnit = symbol.source.empty() || symbol.source == lastPart(source);
        const bool isAsLarge = bytes == 0 || symbol.bytes == bytes;
        return !isOfUnit || !isAsLarge || !beginsWith(symbol, value);
    });
    if (symbols.empty())
        return {};
    Namesakes others;
    collect(variable.unit(), name, false, 0, others);
    std::erase_if(symbols, [&](const ObjectSymbols::Numbered& symbol) {
        return std::find(others.places.begin(), others.places.end(), symbol.address) != others.places.end();
    });
    if (symbols.empty()) // all of them are somebody else's
        return {};
    const auto alike = std::count_if(others.withFirstValue.begin(), others.withFirstValue.end(), [&](const Die& other) {
        return bytesOfSaved(other) == bytes && firstValueOf(other) == value;
    });
    if (symbols.size() == 1 && alike == 1)
        return {SavedPlace::Kind::Known, symbols.front().address};
    return {SavedPlace::Kind::Unknown, {}};
}

/// In the file, from which the process has it.
bool SavedVariables::beginsWith(const ObjectSymbols::Numbered& symbol, const std::vector<std::byte>& value) const
{
    const std::uint64_t address = symbol.address.value;
    const std::size_t count = std::min(value.size(), static_cast<std::size_t>(symbol.bytes));
    for (Elf_Scn* section = elf_nextscn(m_program, nullptr); section; section = elf_nextscn(m_program, section)) {
        GElf_Shdr header;
        const bool isHere = gelf_getshdr(section, &header) && (header.sh_flags & SHF_ALLOC) != 0 &&
                            (header.sh_flags & SHF_TLS) == 0 && address >= header.sh_addr &&
                            address - header.sh_addr < header.sh_size;
        if (!isHere)
            continue;
        if ((header.sh_flags & SHF_WRITE) == 0)
            return false; // a constant
        const auto first = value.begin();
        const auto last = value.begin() + static_cast<std::ptrdiff_t>(count);
        if (header.sh_type == SHT_NOBITS)
            return std::all_of(first, last, [](std::byte byte) { return byte == std::byte{0}; });
        const Elf_Data* const data = elf_rawdata(section, nullptr);
        const std::uint64_t offset = address - header.sh_addr;
        const bool isThere = data && data->d_buf && offset <= data->d_size && count <= data->d_size - offset;
        return isThere && std::memcmp(static_cast<const char*>(data->d_buf) + offset, value.data(), count) == 0;
    }
    return false;
}

} // namespace dbgr::values

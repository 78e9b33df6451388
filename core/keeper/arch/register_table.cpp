// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/arch/register_table.h"

#include <algorithm>
#include <utility>

namespace dbgr::keeper {

namespace {

constexpr unsigned kBitsOfByte = 8;

const RegisterBytes& setOf(const RegisterSpec::Piece& piece, const RegisterState& state)
{
    return piece.isExtended ? state.extended : state.general;
}

std::string attribute(std::string_view name, std::string_view value)
{
    return " " + std::string(name) + "=\"" + std::string(value) + "\"";
}

std::string_view encodingOf(RegisterSpec::Shown shown)
{
    switch (shown) {
    case RegisterSpec::Shown::Bytes:
        return "vector";
    case RegisterSpec::Shown::FloatingPoint:
        return "ieee754";
    default:
        return "uint";
    }
}

std::string_view formatOf(RegisterSpec::Shown shown)
{
    switch (shown) {
    case RegisterSpec::Shown::Bytes:
        return "vector-uint8";
    case RegisterSpec::Shown::FloatingPoint:
        return "float";
    default:
        return "hex";
    }
}

std::string_view groupOf(const RegisterSpec& spec)
{
    if (!spec.group.empty())
        return spec.group;
    return spec.isExtended() ? "Floating Point Registers" : "General Purpose Registers";
}

std::string describe(const RegisterSpec& spec, std::size_t number)
{
    std::string text = "<reg" + attribute("name", spec.name) +
                       attribute("bitsize", std::to_string(spec.size() * kBitsOfByte)) +
                       attribute("regnum", std::to_string(number)) + attribute("encoding", encodingOf(spec.shown)) +
                       attribute("format", formatOf(spec.shown)) + attribute("group", groupOf(spec));
    if (spec.dwarf) {
        const std::string dwarf = std::to_string(*spec.dwarf);
        text += attribute("ehframe_regnum", dwarf) + attribute("dwarf_regnum", dwarf);
    }
    if (!spec.generic.empty())
        text += attribute("generic", spec.generic);
    if (spec.partOf) {
        const std::string whole = std::to_string(*spec.partOf);
        text += attribute("value_regnums", whole) + attribute("invalidate_regnums", whole);
    }
    return text + "/>";
}

} // namespace

std::size_t RegisterSpec::size() const
{
    std::size_t size = 0;
    for (const Piece& piece : pieces)
        size += piece.size;
    return size;
}

RegisterTable::RegisterTable(std::string_view architecture, std::vector<RegisterSpec> registers, std::size_t generals)
    : m_registers(std::move(registers)), m_generals(generals)
{
    m_xml = "<?xml version=\"1.0\"?><target version=\"1.0\"><architecture>" + std::string(architecture) +
            "</architecture><osabi>linux</osabi><feature>";
    for (std::size_t number = 0; number < m_registers.size(); ++number)
        m_xml += describe(m_registers[number], number);
    m_xml += "</feature></target>";
}

const RegisterSpec* RegisterTable::find(std::uint32_t number) const
{
    return number < m_registers.size() ? &m_registers[number] : nullptr;
}

std::optional<RegisterBytes> RegisterTable::read(const RegisterSpec& spec, const RegisterState& state)
{
    RegisterBytes bytes;
    for (const RegisterSpec::Piece& piece : spec.pieces) {
        const RegisterBytes& set = setOf(piece, state);
        if (piece.offset + piece.size > set.size())
            return std::nullopt;
        const auto begin = set.begin() + static_cast<std::ptrdiff_t>(piece.offset);
        bytes.insert(bytes.end(), begin, begin + static_cast<std::ptrdiff_t>(piece.size));
    }
    return bytes;
}

bool RegisterTable::write(const RegisterSpec& spec, RegisterState& state, std::span<const std::byte> bytes)
{
    if (bytes.size() < spec.size())
        return false;
    for (const RegisterSpec::Piece& piece : spec.pieces) {
        RegisterBytes& set = piece.isExtended ? state.extended : state.general;
        if (piece.offset + piece.size > set.size())
            return false;
        std::copy_n(bytes.begin(), piece.size, set.begin() + static_cast<std::ptrdiff_t>(piece.offset));
        bytes = bytes.subspan(piece.size);
    }
    return true;
}

} // namespace dbgr::keeper

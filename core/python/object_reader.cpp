// SPDX-License-Identifier: BSD-3-Clause
#include "python/object_reader.h"

#include <cstdio>
#include <cstring>
#include <string_view>
#include <utility>

namespace dbgr::python {

namespace {

// The same in all versions.
constexpr std::uint64_t kType = 8;
constexpr std::uint64_t kCount = 16; // of what varies in size: items; of texts: characters
constexpr std::uint64_t kTextState = 32;
constexpr std::uint64_t kBytes = 32;
constexpr std::uint64_t kMostReferences = 0xFFFF'FFFF; // what never goes has as many; free memory has an address there
constexpr std::uint64_t kMostInstructions = std::uint64_t{1} << 28;
constexpr std::uint32_t kSurrogates = 0xD800, kBehindSurrogates = 0xE000, kBehindLast = 0x110000;

void appendEscaped(std::string& text, std::uint32_t code)
{
    char words[16];
    const char* const form = code < 0x100 ? "\\x%02x" : code < 0x10000 ? "\\u%04x" : "\\U%08x";
    std::snprintf(words, sizeof words, form, code);
    text += words;
}

void appendCharacter(std::string& text, std::uint32_t code)
{
    const bool isControl = code < 0x20 || (code >= 0x7F && code < 0xA0);
    if (isControl || (code >= kSurrogates && code < kBehindSurrogates) || code >= kBehindLast)
        return appendEscaped(text, code);
    const auto tail = [&](unsigned shift) { text += static_cast<char>(0x80U | ((code >> shift) & 0x3FU)); };
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xC0U | (code >> 6U));
        tail(0);
    } else if (code < 0x10000) {
        text += static_cast<char>(0xE0U | (code >> 12U));
        tail(6);
        tail(0);
    } else {
        text += static_cast<char>(0xF0U | (code >> 18U));
        tail(12);
        tail(6);
        tail(0);
    }
}

} // namespace

bool ObjectReader::isObject(std::uint64_t address, std::uint64_t type)
{
    if (address == 0 || address % 8 != 0)
        return false;
    const auto references = m_memory.get<std::uint64_t>(address);
    return references && *references != 0 && *references <= kMostReferences &&
           m_memory.get<std::uint64_t>(address + kType) == type;
}

std::optional<std::string> ObjectReader::text(std::uint64_t address)
{
    if (!isObject(address, m_interpreter.textType))
        return std::nullopt;
    const auto count = m_memory.get<std::uint64_t>(address + kCount);
    const auto state = m_memory.get<std::uint32_t>(address + kTextState);
    if (!count || *count > kMostLetters || !state)
        return std::nullopt;
    const std::uint32_t size = (*state >> 2U) & 7U;
    const bool isCompact = (*state & 0x20U) != 0;
    const bool isAscii = (*state & 0x40U) != 0;
    if (!isCompact || (size != 1 && size != 2 && size != 4) || (isAscii && size != 1))
        return std::nullopt;
    std::vector<std::byte> raw(*count * size);
    if (!m_memory.read(address + (isAscii ? m_layout.text.ascii : m_layout.text.other), raw))
        return std::nullopt;
    std::string text;
    for (std::size_t at = 0; at < raw.size(); at += size) {
        std::uint32_t code = 0;
        std::memcpy(&code, raw.data() + at, size); // of this machine, as the process is
        if (isAscii && code >= 0x80)
            return std::nullopt;
        appendCharacter(text, code);
    }
    return text;
}

std::optional<std::vector<std::byte>> ObjectReader::bytes(std::uint64_t address)
{
    if (!isObject(address, m_interpreter.bytesType))
        return std::nullopt;
    const auto count = m_memory.get<std::uint64_t>(address + kCount);
    if (!count || *count > kMostBytes)
        return std::nullopt;
    std::vector<std::byte> raw(*count);
    return m_memory.read(address + kBytes, raw) ? std::optional(std::move(raw)) : std::nullopt;
}

bool ObjectReader::readInstructions(std::uint64_t address, CodeObject& object)
{
    constexpr std::uint64_t kUnit = 2;
    if (m_layout.kind == FrameKind::Objects || m_layout.kind == FrameKind::Anchored) {
        const auto held = m_memory.get<std::uint64_t>(address + m_layout.code.instructions);
        const auto count = held && isObject(*held, m_interpreter.bytesType)
                               ? m_memory.get<std::uint64_t>(*held + kCount)
                               : std::nullopt;
        object.bytes = count.value_or(0);
    } else {
        const auto units = m_memory.get<std::uint64_t>(address + kCount);
        const auto traced = m_memory.get<std::uint32_t>(address + m_layout.code.firstTraced);
        if (!units || *units > kMostInstructions || !traced || *traced > *units)
            return false;
        object.begin = address + m_layout.code.instructions;
        object.bytes = *units * kUnit;
        object.firstTraced = static_cast<std::int64_t>(*traced * kUnit);
    }
    return object.bytes > 0 && object.bytes <= kMostInstructions;
}

std::optional<CodeObject> ObjectReader::code(std::uint64_t address)
{
    if (!isObject(address, m_interpreter.codeType))
        return std::nullopt;
    const auto file = m_memory.get<std::uint64_t>(address + m_layout.code.file);
    const auto name = m_memory.get<std::uint64_t>(address + m_layout.code.name);
    const auto lines = m_memory.get<std::uint64_t>(address + m_layout.code.lines);
    const auto firstLine = m_memory.get<std::int32_t>(address + m_layout.code.firstLine);
    if (!file || !name || !lines || !firstLine)
        return std::nullopt;
    auto fileText = text(*file);
    auto nameText = text(*name);
    auto lineBytes = bytes(*lines);
    CodeObject object;
    if (!fileText || !nameText || !lineBytes || !readInstructions(address, object))
        return std::nullopt;
    object.code = {std::move(*nameText), std::move(*fileText),
                   *firstLine > 0 ? static_cast<std::uint32_t>(*firstLine) : 0, std::move(*lineBytes)};
    return object;
}

} // namespace dbgr::python

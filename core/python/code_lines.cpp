// SPDX-License-Identifier: BSD-3-Clause
#include "python/code_lines.h"

#include <cstddef>
#include <optional>
#include <span>

namespace dbgr::python {

namespace {

using Table = std::span<const std::byte>;

std::uint32_t asLine(std::int64_t line)
{
    return line > 0 && line <= INT32_MAX ? static_cast<std::uint32_t>(line) : 0;
}

/// Pairs: so many bytes of instructions further on, it is so many lines further on.
std::uint32_t lineBySteps(Table table, std::int64_t line, std::int64_t instruction)
{
    std::int64_t at = 0;
    for (std::size_t i = 0; i + 1 < table.size(); i += 2) {
        at += std::to_integer<std::uint8_t>(table[i]);
        if (at > instruction)
            break;
        line += static_cast<std::int8_t>(table[i + 1]);
    }
    return asLine(line);
}

/// Pairs: so many bytes of instructions are of the line that is so many further on, or of none.
std::uint32_t lineByRanges(Table table, std::int64_t line, std::int64_t instruction)
{
    constexpr std::int8_t kNone = -128;
    std::int64_t end = 0;
    for (std::size_t i = 0; i + 1 < table.size(); i += 2) {
        end += std::to_integer<std::uint8_t>(table[i]);
        const auto step = static_cast<std::int8_t>(table[i + 1]);
        if (step != kNone)
            line += step;
        if (instruction < end)
            return step == kNone ? 0 : asLine(line);
    }
    return 0;
}

/// A number of six bits a byte, the lowest first; a seventh says that there are more.
std::optional<std::uint64_t> number(Table table, std::size_t at)
{
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 36 && at < table.size(); shift += 6, ++at) {
        const auto byte = std::to_integer<std::uint64_t>(table[at]);
        value |= (byte & 0x3FU) << shift;
        if ((byte & 0x40U) == 0)
            return value;
    }
    return std::nullopt;
}

/// How many lines further on the place is that begins there. Nothing: the table is damaged.
std::optional<std::int64_t> lineStep(Table table, std::size_t at, unsigned kind)
{
    constexpr unsigned kFirstOfOneLine = 10, kFirstOfNumbers = 13;
    if (kind < kFirstOfOneLine)
        return 0;
    if (kind < kFirstOfNumbers)
        return kind - kFirstOfOneLine;
    const auto value = number(table, at + 1);
    if (!value)
        return std::nullopt;
    const auto size = static_cast<std::int64_t>(*value >> 1U);
    return (*value & 1U) != 0 ? -size : size;
}

/// Places: a byte with its highest bit set says of what kind one is and how many instructions are of it; what follows
/// has that bit clear.
std::uint32_t lineByPlaces(Table table, std::int64_t line, std::int64_t instruction)
{
    constexpr unsigned kNowhere = 15;
    constexpr std::int64_t kUnit = 2;
    const auto begins = [&](std::size_t at) { return (std::to_integer<unsigned>(table[at]) & 0x80U) != 0; };
    std::int64_t end = 0;
    for (std::size_t at = 0; at < table.size() && begins(at);) {
        const auto head = std::to_integer<unsigned>(table[at]);
        const unsigned kind = (head >> 3U) & 0xFU;
        end += (static_cast<std::int64_t>(head & 7U) + 1) * kUnit;
        const auto step = kind == kNowhere ? 0 : lineStep(table, at, kind);
        if (!step)
            return 0;
        line += *step;
        if (instruction < end)
            return kind == kNowhere ? 0 : asLine(line);
        for (++at; at < table.size() && !begins(at);)
            ++at;
    }
    return 0;
}

} // namespace

std::uint32_t lineOf(const util::PythonCode& code, std::int32_t instruction, unsigned minor)
{
    constexpr unsigned kLastWithSteps = 9, kLastWithRanges = 10;
    const std::int64_t first = code.firstLine;
    if (instruction < 0)
        return code.firstLine;
    if (minor <= kLastWithSteps)
        return lineBySteps(code.lines, first, instruction);
    if (minor <= kLastWithRanges)
        return lineByRanges(code.lines, first, instruction);
    return lineByPlaces(code.lines, first, instruction);
}

} // namespace dbgr::python

// SPDX-License-Identifier: BSD-3-Clause
#include "values/print/letters.h"

#include "values/expr/raw_bytes.h"
#include "values/expr/utf8.h"
#include "values/print/quoted.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace dbgr::values {

namespace {

constexpr std::uint32_t kFirstHalf = 0xD800; // of a pair of UTF-16
constexpr std::uint32_t kSecondHalf = 0xDC00;
constexpr std::uint32_t kBehindHalves = 0xE000;
constexpr std::uint32_t kBehindAll = 0x110000;

const LetterType& typeOfLetters(Letters letters)
{
    return *std::find_if(kLetterTypes.begin(), kLetterTypes.end() - 1,
                         [&](const LetterType& one) { return one.letters == letters; });
}

/// \u20ac, \U00110000
std::string escapedCode(std::uint32_t code)
{
    const bool isShort = code < 0x10000;
    std::string text = isShort ? "\\u" : "\\U";
    for (int shift = isShort ? 12 : 28; shift >= 0; shift -= 4)
        text += "0123456789abcdef"[code >> shift & 0xF];
    return text;
}

/// Without quotes around it.
std::string codeText(std::uint32_t code, char quote)
{
    constexpr std::uint32_t kFirstShown = 0xA0; // what is below are controls, which terminals obey
    if (code < 0x80) {
        const std::string quoted = quotedC(std::string(1, static_cast<char>(code)), quote);
        return quoted.substr(1, quoted.size() - 2);
    }
    const bool isHalf = code >= kFirstHalf && code < kBehindHalves;
    if (code < kFirstShown || isHalf || code >= kBehindAll)
        return escapedCode(code);
    std::string text;
    appendUtf8(text, code);
    return text;
}

std::uint32_t unitAt(std::span<const std::byte> units, std::size_t index, unsigned bytes)
{
    return fromBytes<std::uint32_t>(units.subspan(index * bytes, bytes));
}

} // namespace

unsigned unitBytes(Letters letters)
{
    return typeOfLetters(letters).bytes;
}

std::string letterText(Int128 number, Letters letters)
{
    const LetterType& type = typeOfLetters(letters);
    if (type.bytes == 1)
        return type.prefix + quotedC(std::string(1, static_cast<char>(number)), '\'');
    const auto code = static_cast<std::uint32_t>(wrapped(number, type.bytes, false));
    return std::string(type.prefix) + "'" + codeText(code, '\'') + "'";
}

std::string lettersText(std::span<const std::byte> units, Letters letters)
{
    const LetterType& type = typeOfLetters(letters);
    if (type.bytes == 1)
        return type.prefix + quotedC({reinterpret_cast<const char*>(units.data()), units.size()});
    std::string text = std::string(type.prefix) + "\"";
    const std::size_t count = units.size() / type.bytes;
    for (std::size_t i = 0; i < count; ++i) {
        std::uint32_t code = unitAt(units, i, type.bytes);
        const bool isFirst = letters == Letters::Utf16 && code >= kFirstHalf && code < kSecondHalf && i + 1 < count;
        const std::uint32_t next = isFirst ? unitAt(units, i + 1, type.bytes) : 0;
        if (isFirst && next >= kSecondHalf && next < kBehindHalves) {
            code = 0x10000 + ((code - kFirstHalf) << 10) + (next - kSecondHalf);
            ++i;
        }
        text += codeText(code, '"');
    }
    return text + "\"";
}

LettersRead readLetters(StopMemory& memory, Address begin, Letters letters, std::size_t most)
{
    const unsigned bytes = unitBytes(letters);
    LettersRead read;
    for (std::size_t done = 0;; ++done) {
        std::array<std::byte, sizeof(std::uint32_t)> unit{};
        const Address at = begin.plus(static_cast<std::int64_t>(done * bytes));
        const std::span<std::byte> part = std::span(unit).first(bytes);
        if (!memory.read(at, part)) {
            read.end = LettersRead::End::Lost;
            return read;
        }
        if (fromBytes<std::uint32_t>(part) == 0)
            return read;
        if (done == most) {
            read.end = LettersRead::End::Limit;
            return read;
        }
        read.units.insert(read.units.end(), part.begin(), part.end());
    }
}

std::span<const std::byte> untilZero(std::span<const std::byte> units, Letters letters)
{
    const unsigned bytes = unitBytes(letters);
    const std::size_t count = units.size() / bytes;
    std::size_t length = 0;
    while (length < count && unitAt(units, length, bytes) != 0)
        ++length;
    return units.first(length * bytes);
}

} // namespace dbgr::values

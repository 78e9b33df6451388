// SPDX-License-Identifier: BSD-3-Clause
#include "values/print/wide_text.h"

#include "values/print/quoted.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <utility>

namespace dbgr::values {

namespace {

std::string_view prefixOfLetters(std::string_view type)
{
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kPrefixes{
        {{"wchar_t", "L"}, {"char8_t", "u8"}, {"char16_t", "u"}, {"char32_t", "U"}}};
    for (const auto& [name, prefix] : kPrefixes) {
        if (type == name)
            return prefix;
    }
    return {};
}

std::uint32_t letterAt(std::span<const std::byte> bytes, unsigned size, std::size_t k)
{
    std::uint32_t letter = 0;
    std::memcpy(&letter, bytes.data() + k * size, size);
    return letter;
}

bool isHalf(std::uint32_t letter, std::uint32_t first)
{
    return letter >= first && letter < first + 0x400;
}

std::string utf8Of(std::uint32_t code)
{
    const auto byte = [](std::uint32_t bits) { return static_cast<char>(bits); };
    const auto next = [&](unsigned shift) { return byte(0x80 | (code >> shift & 0x3F)); };
    if (code < 0x80)
        return {byte(code)};
    if (code < 0x800)
        return {byte(0xC0 | code >> 6), next(0)};
    if (code < 0x10000)
        return {byte(0xE0 | code >> 12), next(6), next(0)};
    return {byte(0xF0 | code >> 18), next(12), next(6), next(0)};
}

std::string escapedLetter(std::uint32_t letter)
{
    std::array<char, 8> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), letter, 16).ptr;
    return "\\x" + std::string(digits.data(), end);
}

} // namespace

std::string quotedLetters(std::span<const std::byte> bytes, unsigned size, std::string_view type)
{
    constexpr std::uint32_t kFirstHalf = 0xD800;
    constexpr std::uint32_t kSecondHalf = 0xDC00;
    std::string text(prefixOfLetters(type));
    if (size != 2 && size != 4)
        return text + quotedC({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    std::string run; // of characters, to be quoted
    const auto endRun = [&] {
        const std::string quoted = quotedC(run);
        text += quoted.substr(1, quoted.size() - 2);
        run.clear();
    };
    text += '"';
    const std::size_t count = bytes.size() / size;
    for (std::size_t k = 0; k < count; ++k) {
        std::uint32_t code = letterAt(bytes, size, k);
        const std::uint32_t next = k + 1 < count ? letterAt(bytes, size, k + 1) : 0;
        if (size == 2 && isHalf(code, kFirstHalf) && isHalf(next, kSecondHalf)) {
            code = 0x10000 + ((code - kFirstHalf) << 10) + (next - kSecondHalf);
            ++k;
        }
        if (code < 0x110000 && !isHalf(code, kFirstHalf) && !isHalf(code, kSecondHalf)) {
            run += utf8Of(code);
            continue;
        }
        endRun();
        text += escapedLetter(code);
    }
    endRun();
    return text + '"';
}

} // namespace dbgr::values

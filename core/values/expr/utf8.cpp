// SPDX-License-Identifier: BSD-3-Clause
#include "values/expr/utf8.h"

#include <algorithm>

namespace dbgr::values {

void appendUtf8(std::string& text, std::uint32_t code)
{
    const auto tail = [&](unsigned shift) { text += static_cast<char>(0x80 | (code >> shift & 0x3F)); };
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xC0 | code >> 6);
        tail(0);
    } else if (code < 0x10000) {
        text += static_cast<char>(0xE0 | code >> 12);
        tail(6), tail(0);
    } else if (code < 0x110000) {
        text += static_cast<char>(0xF0 | code >> 18);
        tail(12), tail(6), tail(0);
    } else {
        text += "\xEF\xBF\xBD"; // U+FFFD: no character has that number
    }
}

namespace {

bool continuesLetter(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

/// How many bytes a letter has that begins so; 0: none does.
std::size_t bytesOfLetter(unsigned char first)
{
    if (first < 0x80)
        return 1;
    return first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
}

} // namespace

std::size_t charactersOfUtf8(std::string_view text)
{
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char byte) { return !continuesLetter(byte); }));
}

std::optional<std::u32string> decodedUtf8(std::string_view text)
{
    std::u32string letters;
    while (!text.empty()) {
        const auto first = static_cast<unsigned char>(text.front());
        const std::size_t bytes = bytesOfLetter(first);
        if (bytes == 0 || bytes > text.size())
            return std::nullopt;
        std::uint32_t code = bytes == 1 ? first : first & (0x7FU >> bytes);
        for (const char next : text.substr(1, bytes - 1)) {
            if (!continuesLetter(next))
                return std::nullopt;
            code = code << 6 | (static_cast<unsigned char>(next) & 0x3FU);
        }
        letters += static_cast<char32_t>(code);
        text.remove_prefix(bytes);
    }
    return letters;
}

} // namespace dbgr::values

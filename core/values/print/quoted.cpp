// SPDX-License-Identifier: BSD-3-Clause
#include "values/print/quoted.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace dbgr::values {

namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";

std::string escapedByte(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return {'\\', 'x', kHexDigits[byte >> 4], kHexDigits[byte & 0xF]};
}

/// Of the one at `at`, in bytes; 0: there is none that may be shown as it is.
std::size_t characterLength(std::string_view text, std::size_t at)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = byte(at);
    if (first < 0x80)
        return first >= ' ' && first != 0x7F ? 1 : 0;
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || at + length > text.size())
        return 0;
    std::uint32_t code = first & (0x7FU >> length);
    for (std::size_t i = at + 1; i < at + length; ++i) {
        if ((byte(i) & 0xC0) != 0x80)
            return 0;
        code = code << 6 | (byte(i) & 0x3F);
    }
    constexpr std::array<std::uint32_t, 5> kSmallest{0, 0, 0xA0, 0x800, 0x10000}; // below 0xA0 are controls
    const bool isHalf = code >= 0xD800 && code < 0xE000;                          // of a UTF-16 pair
    return code >= kSmallest[length] && !isHalf && code < 0x110000 ? length : 0;
}

/// \param escape gives what stands for a character that cannot stand for itself; "" if it can
template <class Escape>
std::string quotedBy(std::string_view text, char quote, Escape escape)
{
    std::string result(1, quote);
    for (std::size_t at = 0; at < text.size();) {
        const std::string special = escape(text[at]);
        const std::size_t length = special.empty() ? characterLength(text, at) : 1;
        if (!special.empty())
            result += special;
        else if (length == 0)
            result += escapedByte(text[at]);
        else
            result += text.substr(at, length);
        at += std::max<std::size_t>(length, 1);
    }
    return result + quote;
}

} // namespace

std::string quotedFortran(std::string_view text)
{
    return quotedBy(text, '\'', [](char c) { return std::string(c == '\'' ? "''" : ""); });
}

std::string quotedC(std::string_view text, char quote)
{
    static constexpr std::array<std::pair<char, char>, 10> kEscapesOfC{{{'\n', 'n'},
                                                                        {'\t', 't'},
                                                                        {'\r', 'r'},
                                                                        {'\a', 'a'},
                                                                        {'\b', 'b'},
                                                                        {'\f', 'f'},
                                                                        {'\v', 'v'},
                                                                        {'\0', '0'},
                                                                        {'\x1b', 'e'},
                                                                        {'\\', '\\'}}};
    return quotedBy(text, quote, [&](char c) {
        if (c == quote)
            return std::string{'\\', c};
        const auto found =
            std::find_if(kEscapesOfC.begin(), kEscapesOfC.end(), [&](const auto& one) { return one.first == c; });
        return found == kEscapesOfC.end() ? std::string() : std::string{'\\', found->second};
    });
}

} // namespace dbgr::values

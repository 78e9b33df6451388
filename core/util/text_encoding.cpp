// SPDX-License-Identifier: BSD-3-Clause
#include "util/text_encoding.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace dbgr::util {

namespace {

/// How many bytes the character at the front takes; 0 if it is none.
std::size_t characterSize(std::string_view text)
{
    const auto lead = static_cast<unsigned char>(text.front());
    if (lead < 0x80)
        return 1;
    const std::size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
    if (size == 0 || lead > 0xf4 || text.size() < size)
        return 0;
    std::uint32_t code = lead & (0xff >> (size + 1));
    for (const char next : text.substr(1, size - 1)) {
        if ((static_cast<unsigned char>(next) & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (static_cast<unsigned char>(next) & 0x3f);
    }
    const bool overlong = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    return overlong || surrogate || code > 0x10ffff ? 0 : size;
}

} // namespace

bool isUtf8(std::string_view bytes)
{
    while (!bytes.empty()) {
        const std::size_t size = characterSize(bytes);
        if (size == 0)
            return false;
        bytes.remove_prefix(size);
    }
    return true;
}

std::size_t beginOfCharacter(std::string_view text, std::size_t at)
{
    while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80)
        --at;
    return at;
}

std::string fromLatin1(std::string_view bytes)
{
    constexpr unsigned char kFirstOfTwo = 0x80;
    std::string text;
    text.reserve(bytes.size());
    for (const char one : bytes) {
        const auto code = static_cast<unsigned char>(one);
        if (code < kFirstOfTwo) {
            text += one;
            continue;
        }
        text += static_cast<char>(0xc0 | (code >> 6));
        text += static_cast<char>(0x80 | (code & 0x3f));
    }
    return text;
}

std::string toBase64(std::string_view bytes)
{
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (; !bytes.empty(); bytes.remove_prefix(std::min<std::size_t>(3, bytes.size()))) {
        std::uint32_t group = 0;
        for (std::size_t i = 0; i < 3; ++i)
            group = group << 8 | (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0);
        for (std::size_t i = 0; i < 4; ++i)
            text += i <= bytes.size() ? kDigits[group >> (18 - 6 * i) & 0x3f] : '=';
    }
    return text;
}

} // namespace dbgr::util

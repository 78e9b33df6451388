// SPDX-License-Identifier: BSD-3-Clause
#include "values/expr/utf8.h"

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

} // namespace dbgr::values

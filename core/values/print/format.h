// SPDX-License-Identifier: BSD-3-Clause
// The formats of print/x and its like, as gdb and LLDB have them. Thread: any; values.
#pragma once

#include <optional>

namespace dbgr::values {

enum class Format
{
    Natural,     ///< after the type
    Hexadecimal, ///< x; of reals, too, the bits
    Decimal,     ///< d
    Unsigned,    ///< u
    Octal,       ///< o
    Binary,      ///< t
    Character,   ///< c
    Fixed,       ///< f
    Scientific,  ///< e
    Address,     ///< a
    Text         ///< s: as it is without a format
};

/// Of the letter behind the slash; nothing: there is no such format.
[[nodiscard]] std::optional<Format> formatOf(char letter);

} // namespace dbgr::values

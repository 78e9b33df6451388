// SPDX-License-Identifier: BSD-3-Clause
// Which types of C and C++ are those of letters: their names tell, since their encodings are shared with small numbers.
// Thread: any; values.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace dbgr::values {

/// Whose letters the integers of a type are. Those of signed char and unsigned char are mostly numbers, and are None.
enum class Letters
{
    None,
    Char,
    Utf8,  ///< char8_t
    Utf16, ///< char16_t
    Utf32, ///< char32_t
    Wide   ///< wchar_t
};

struct LetterType
{
    std::string_view name;
    Letters letters;
    unsigned bytes;
    const char* prefix; ///< of a literal
};
inline constexpr std::array<LetterType, 5> kLetterTypes{{{"char", Letters::Char, 1, ""},
                                                         {"char8_t", Letters::Utf8, 1, "u8"},
                                                         {"char16_t", Letters::Utf16, 2, "u"},
                                                         {"char32_t", Letters::Utf32, 4, "U"},
                                                         {"wchar_t", Letters::Wide, 4, "L"}}};

/// Of an integer type, or a typedef of one: C has no more of char16_t and its like.
[[nodiscard]] constexpr Letters lettersNamed(std::string_view name, std::uint64_t bytes)
{
    for (const LetterType& one : kLetterTypes) {
        if (one.name == name && one.bytes == bytes)
            return one.letters;
    }
    return Letters::None;
}

} // namespace dbgr::values

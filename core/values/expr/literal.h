// SPDX-License-Identifier: BSD-3-Clause
// Numbers, characters and texts as the two families of languages spell them. Way: Lexer -> here. Thread: any; plain
// functions.
#pragma once

#include "util/result.h"
#include "values/expr/number.h"

#include <cstddef>
#include <string_view>

namespace dbgr::values {

struct LiteralToken
{
    Number value;
    std::string_view kindName; ///< Fortran: of 1.5_dp the name
    std::size_t length = 0;    ///< of its spelling
};

/// What begins with a digit, or a point and a digit. \errors Wrong
[[nodiscard]] util::Result<LiteralToken> fortranNumber(std::string_view text);
/// \errors as fortranNumber()
[[nodiscard]] util::Result<LiteralToken> cNumber(std::string_view text);
/// What begins with ' or ", in which a quote is doubled. \errors Wrong
[[nodiscard]] util::Result<LiteralToken> fortranText(std::string_view text);
/// z'FF', b'101', o'17'; length 0: it is none. \errors Wrong
[[nodiscard]] util::Result<LiteralToken> fortranBits(std::string_view text);
/// What begins with ' (a character) or " (a text). \errors Wrong
[[nodiscard]] util::Result<LiteralToken> cText(std::string_view text, Language language);

/// What begins with the quote behind u8, u, U or L. \errors Wrong, NotOurs for texts
[[nodiscard]] util::Result<LiteralToken> cWideCharacter(std::string_view text, std::string_view prefix);

namespace literal {

/// 0 to 15; -1: it is none.
[[nodiscard]] int digitValue(char c);
/// How many characters from `at` on are decimal digits.
[[nodiscard]] std::size_t digitsAt(std::string_view text, std::size_t at);
/// Behind an exponent that begins at `at` with one of `letters` and has digits; `at` if there is none.
[[nodiscard]] std::size_t behindExponent(std::string_view text, std::size_t at, std::string_view letters);
/// \param digits of that base, and nothing else \errors Wrong if 127 bits do not hold it
[[nodiscard]] util::Result<Int128> integerOfDigits(std::string_view digits, unsigned base);
/// \param spelling of a number that its kind of real has no room for
[[nodiscard]] util::Error tooLarge(std::string_view spelling, unsigned bytes);

} // namespace literal

} // namespace dbgr::values

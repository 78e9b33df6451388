// SPDX-License-Identifier: BSD-3-Clause
// Cuts an expression into names, literals and symbols, after the language's spelling. Way: text -> Lexer -> parser.
// Thread: any; a plain value: a copy reads on from the same place, which is how parsers look ahead.
#pragma once

#include "util/result.h"
#include "values/expr/number.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace dbgr::values {

struct Token
{
    enum class Kind
    {
        End,
        Name,
        Literal,
        Symbol
    };
    Kind kind = Kind::End;
    std::string_view text; ///< a name as typed; of a symbol its usual spelling (Fortran's .EQ. is ==, .And. is .and.)
    std::size_t at = 0;    ///< where it begins
    Number value;          ///< of a literal
    std::string_view kindName; ///< Fortran: 1.5_dp; "" none

    [[nodiscard]] bool isSymbol(std::string_view spelling) const { return kind == Kind::Symbol && text == spelling; }
    [[nodiscard]] bool isName() const { return kind == Kind::Name; }
};

class Lexer
{
public:
    /// \param text outlives this and its tokens
    Lexer(std::string_view text, Language language) : m_text(text), m_language(language) {}

    /// Behind the last one, End again and again. \errors Wrong, NotOurs
    [[nodiscard]] util::Result<Token> next();

    [[nodiscard]] static bool isNameStart(char c);
    [[nodiscard]] static bool isNamePart(char c);
    /// "at its end", or "before 'x + 1'": where something is missing.
    [[nodiscard]] static std::string place(std::string_view text, std::size_t at);

private:
    [[nodiscard]] util::Result<Token> literal(std::size_t begin);
    [[nodiscard]] util::Result<Token> symbol(std::size_t begin);

    std::string_view m_text;
    Language m_language;
    std::size_t m_at = 0;
};

} // namespace dbgr::values

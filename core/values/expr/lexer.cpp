// SPDX-License-Identifier: BSD-3-Clause
#include "values/expr/lexer.h"

#include "util/string_util.h"
#include "values/expr/literal.h"
#include "values/values_error.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace dbgr::values {

namespace {

constexpr std::size_t kShownAtMost = 24;

/// Of symbols that begin alike, the longest one first.
constexpr std::array<std::string_view, 41> kSymbolsOfC{
    "<<=", ">>=", "<=>", "...", "->*", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "->",
    "::",  "++",  "--",  "+=",  "-=",  "*=", "/=", "%=", "&=", "|=", "^=", "##", "+",  "-",
    "*",   "/",   "%",   "&",   "|",   "^",  "~",  "!",  "<",  ">",  "=",  "?",  ":"};
constexpr std::string_view kSingleOfC = ".,()[]{}@;#";

struct Spelling
{
    std::string_view typed; ///< in lower case
    std::string_view symbol;
};
constexpr std::array<Spelling, 35> kSymbolsOfFortran{{
    {".eqv.", ".eqv."}, {".neqv.", ".neqv."}, {".and.", ".and."}, {".or.", ".or."}, {".not.", ".not."}, {".eq.", "=="},
    {".ne.", "/="},     {".lt.", "<"},        {".le.", "<="},     {".gt.", ">"},    {".ge.", ">="},     {"**", "**"},
    {"//", "//"},       {"==", "=="},         {"/=", "/="},       {"<=", "<="},     {">=", ">="},       {"=>", "=>"},
    {"::", "::"},       {"<", "<"},           {">", ">"},         {"=", "="},       {"+", "+"},         {"-", "-"},
    {"*", "*"},         {"/", "/"},           {"%", "%"},         {"(", "("},       {")", ")"},         {",", ","},
    {":", ":"},         {"[", "["},           {"]", "]"},         {"@", "@"},       {";", ";"},
}};

/// \param word in lower case
bool beginsWith(std::string_view text, std::string_view word)
{
    return text.size() >= word.size() &&
           std::equal(word.begin(), word.end(), text.begin(), [](char a, char b) { return a == util::lowered(b); });
}

std::size_t symbolLength(std::string_view text, std::string_view& symbol, Language language)
{
    if (language == Language::Fortran) {
        const auto found = std::find_if(kSymbolsOfFortran.begin(), kSymbolsOfFortran.end(),
                                        [&](const Spelling& one) { return beginsWith(text, one.typed); });
        if (found == kSymbolsOfFortran.end())
            return 0;
        symbol = found->symbol;
        return found->typed.size();
    }
    const auto found = std::find_if(kSymbolsOfC.begin(), kSymbolsOfC.end(),
                                    [&](std::string_view one) { return text.starts_with(one); });
    const bool isSingle = kSingleOfC.find(text.front()) != std::string_view::npos;
    symbol = found != kSymbolsOfC.end() ? *found : text.substr(0, isSingle ? 1 : 0);
    return symbol.size();
}

/// .true. or .false.; length 0: it is neither.
LiteralToken fortranTruth(std::string_view text)
{
    for (const bool value : {true, false}) {
        const std::string_view word = value ? ".true." : ".false.";
        if (beginsWith(text, word))
            return {logicalNumber(value), {}, word.size()};
    }
    return {};
}

bool isQuote(char c)
{
    return c == '\'' || c == '"';
}

/// Length 0: it is no literal.
util::Result<LiteralToken> literalAt(std::string_view text, Language language)
{
    const bool isFortran = language == Language::Fortran;
    const bool isNumber = util::isDigit(text[0]) || (text[0] == '.' && text.size() > 1 && util::isDigit(text[1]));
    if (isNumber)
        return isFortran ? fortranNumber(text) : cNumber(text);
    if (isQuote(text[0]))
        return isFortran ? fortranText(text) : cText(text, language);
    if (!isFortran)
        return LiteralToken{};
    return text[0] == '.' ? util::Result<LiteralToken>(fortranTruth(text)) : fortranBits(text);
}

/// "#1" behind the name of a pack of arguments.
std::size_t packNumberLength(std::string_view text, Language language)
{
    if (language != Language::Cxx || text.size() < 2 || text[0] != '#' || !util::isDigit(text[1]))
        return 0;
    return std::min(text.find_first_not_of("0123456789", 1), text.size());
}

std::string shown(char c)
{
    const bool isPrintable = c > ' ' && c <= '~';
    return isPrintable ? std::string("'") + c + "'"
                       : "a byte " + std::to_string(static_cast<unsigned>(static_cast<unsigned char>(c)));
}

} // namespace

bool Lexer::isNameStart(char c)
{
    const char lower = util::lowered(c);
    return (lower >= 'a' && lower <= 'z') || c == '_' || c == '$' || (c & 0x80);
}

bool Lexer::isNamePart(char c)
{
    return isNameStart(c) || util::isDigit(c);
}

std::string Lexer::place(std::string_view text, std::size_t at)
{
    if (at >= text.size())
        return "at the end";
    const std::string_view rest = text.substr(at);
    return "before '" + std::string(rest.substr(0, kShownAtMost)) + (rest.size() > kShownAtMost ? "...'" : "'");
}

util::Result<Token> Lexer::next()
{
    m_at = std::min(m_text.find_first_not_of(" \t\r\n", m_at), m_text.size());
    const std::size_t begin = m_at;
    if (begin == m_text.size())
        return Token{Token::Kind::End, {}, begin, {}, {}};
    DBGR_TRY(Token token, literal(begin));
    if (token.kind == Token::Kind::Literal)
        return token;
    if (!isNameStart(m_text[begin]))
        return symbol(begin);
    while (m_at < m_text.size() && isNamePart(m_text[m_at]))
        ++m_at;
    m_at += packNumberLength(m_text.substr(m_at), m_language);
    const std::string_view name = m_text.substr(begin, m_at - begin);
    const bool isPrefix = m_at < m_text.size() && isQuote(m_text[m_at]);
    if (isPrefix && m_language == Language::Fortran)
        return util::fail(Errc::Wrong, "texts that begin with '" + std::string(name) + "' are not read here");
    if (isPrefix) {
        DBGR_TRY(LiteralToken character, cWideCharacter(m_text.substr(m_at), name));
        m_at += character.length;
        return Token{Token::Kind::Literal, m_text.substr(begin, m_at - begin), begin, std::move(character.value), {}};
    }
    return Token{Token::Kind::Name, name, begin, {}, {}};
}

util::Result<Token> Lexer::literal(std::size_t begin)
{
    DBGR_TRY(LiteralToken found, literalAt(m_text.substr(begin), m_language));
    if (found.length == 0)
        return Token{};
    m_at = begin + found.length;
    return Token{Token::Kind::Literal, m_text.substr(begin, found.length), begin, std::move(found.value),
                 found.kindName};
}

util::Result<Token> Lexer::symbol(std::size_t begin)
{
    std::string_view spelling;
    const std::size_t length = symbolLength(m_text.substr(begin), spelling, m_language);
    if (length == 0)
        return util::fail(Errc::Wrong, shown(m_text[begin]) + " has no meaning " + place(m_text, begin + 1));
    m_at = begin + length;
    return Token{Token::Kind::Symbol, spelling, begin, {}, {}};
}

} // namespace dbgr::values

// SPDX-License-Identifier: BSD-3-Clause
#include "values/expr/lexer.h"
#include "values/expr/literal.h"
#include "values/expr/quad.h"
#include "values/values_error.h"

#include <algorithm>
#include <array>
#include <optional>
#include <type_traits>

namespace dbgr::values {

namespace {

constexpr char kSeparator = '\''; // 1'000'000

struct Radix
{
    std::string_view prefix;
    unsigned base;
};
constexpr std::array<Radix, 4> kRadices{{{"0x", 16}, {"0b", 2}, {"0", 8}, {"", 10}}};

tl::unexpected<util::Error> noNumber(std::string_view spelling)
{
    return util::fail(Errc::Wrong, "'" + std::string(spelling.substr(0, 48)) + "' is no number");
}

/// All that belongs to the number, right or wrong: the compilers do it so, too (a "preprocessing number").
std::size_t spellingLength(std::string_view text)
{
    const auto isSign = [&](std::size_t at) {
        const bool isHexadecimal = text.size() > 1 && (text[1] | 0x20) == 'x';
        const char before = static_cast<char>(text[at - 1] | 0x20);
        return (text[at] == '+' || text[at] == '-') && (before == 'p' || (before == 'e' && !isHexadecimal));
    };
    std::size_t end = 1;
    while (end < text.size()) {
        const bool isSeparator =
            text[end] == kSeparator && end + 1 < text.size() && literal::digitValue(text[end + 1]) >= 0;
        if (!Lexer::isNamePart(text[end]) && text[end] != '.' && !isSeparator && !isSign(end))
            break;
        ++end;
    }
    return end;
}

bool isHexadecimalReal(std::string_view number)
{
    return number.starts_with("0x") && number.find_first_of(".p") != std::string_view::npos;
}

bool isDecimalReal(std::string_view number)
{
    return !number.starts_with("0x") && !number.starts_with("0b") &&
           number.find_first_of(".e") != std::string_view::npos;
}

struct RealSuffix
{
    std::string_view spelling;
    unsigned bytes;
};
constexpr std::array<RealSuffix, 7> kRealSuffixes{
    {{"f128", 16}, {"f64", 8}, {"f32", 4}, {"f16", 2}, {"f", 4}, {"l", kLongDoubleBytes}, {"q", 16}}};

util::Result<Number> cReal(std::string number)
{
    const bool isHexadecimal = isHexadecimalReal(number);
    unsigned bytes = 8;
    for (const RealSuffix& suffix : kRealSuffixes) {
        // f may be a digit; behind the exponent, which hexadecimal reals must have, it is none
        if (!number.ends_with(suffix.spelling) || (isHexadecimal && number.find('p') == std::string::npos))
            continue;
        bytes = suffix.bytes;
        number.resize(number.size() - suffix.spelling.size());
        break;
    }
    const auto value = parseReal(number, bytes);
    if (!value)
        return noNumber(number);
    if (isInfinite(*value))
        return util::fail(literal::tooLarge(number, bytes));
    return realNumber(*value, bytes);
}

struct IntegerSuffix
{
    std::string_view spelling;
    bool isUnsigned;
    bool isLong;
};
constexpr std::array<IntegerSuffix, 9> kIntegerSuffixes{{{"", false, false},
                                                         {"u", true, false},
                                                         {"l", false, true},
                                                         {"ll", false, true},
                                                         {"ul", true, true},
                                                         {"lu", true, true},
                                                         {"ull", true, true},
                                                         {"llu", true, true},
                                                         {"uz", true, true}}};

/// The first type of int, unsigned, long, unsigned long that holds it, of those that the spelling allows.
util::Result<Number> typedInteger(Int128 value, const IntegerSuffix& suffix, bool isDecimal)
{
    for (const unsigned bytes : {4U, 8U}) {
        if (bytes == 4 && suffix.isLong)
            continue;
        if (!suffix.isUnsigned && wrapped(value, bytes, true) == value)
            return integerNumber(value, bytes);
        if ((suffix.isUnsigned || !isDecimal) && wrapped(value, bytes, false) == value)
            return integerNumber(value, bytes, false);
    }
    return util::fail(Errc::Wrong, "the number is too large for 64 bits");
}

util::Result<Number> cInteger(std::string_view number)
{
    const auto radix = std::find_if(kRadices.begin(), kRadices.end(), [&](const Radix& one) {
        return number.starts_with(one.prefix) && (one.base != 8 || number.size() > 1);
    });
    const std::string_view rest = number.substr(radix->base == 8 ? 0 : radix->prefix.size());
    std::size_t end = 0;
    while (end < rest.size() && literal::digitValue(rest[end]) >= 0 &&
           literal::digitValue(rest[end]) < static_cast<int>(radix->base))
        ++end;
    const std::string_view spelling = rest.substr(end);
    const auto suffix = std::find_if(kIntegerSuffixes.begin(), kIntegerSuffixes.end(),
                                     [&](const IntegerSuffix& one) { return one.spelling == spelling; });
    if (end == 0 || suffix == kIntegerSuffixes.end())
        return noNumber(number);
    DBGR_TRY(const Int128 value, literal::integerOfDigits(rest.substr(0, end), radix->base));
    return typedInteger(value, *suffix, radix->base == 10);
}

// --- characters and texts --------------------------------------------------------------------------------------------

struct Escape
{
    char letter;
    char meaning;
};
constexpr std::array<Escape, 12> kEscapes{{{'n', '\n'},
                                           {'t', '\t'},
                                           {'r', '\r'},
                                           {'a', '\a'},
                                           {'b', '\b'},
                                           {'f', '\f'},
                                           {'v', '\v'},
                                           {'e', '\x1b'},
                                           {'\\', '\\'},
                                           {'\'', '\''},
                                           {'"', '"'},
                                           {'?', '?'}}};

/// \param at of the backslash; afterwards behind the escape
std::optional<char> escaped(std::string_view text, std::size_t& at)
{
    ++at;
    if (at == text.size())
        return std::nullopt;
    const bool isHexadecimal = text[at] == 'x';
    const unsigned base = isHexadecimal ? 16 : 8;
    const std::size_t begin = isHexadecimal ? at + 1 : at;
    const std::size_t limit = std::min(text.size(), begin + (isHexadecimal ? 2 : 3));
    unsigned value = 0;
    std::size_t end = begin;
    for (; end < limit; ++end) {
        const int digit = literal::digitValue(text[end]);
        if (digit < 0 || digit >= static_cast<int>(base))
            break;
        value = value * base + static_cast<unsigned>(digit);
    }
    if (end > begin) {
        at = end;
        return value < 256 ? std::optional(static_cast<char>(value)) : std::nullopt;
    }
    const auto known =
        std::find_if(kEscapes.begin(), kEscapes.end(), [&](const Escape& one) { return one.letter == text[at]; });
    if (known == kEscapes.end())
        return std::nullopt;
    ++at;
    return known->meaning;
}

util::Result<LiteralToken> characterLiteral(std::string_view value, std::size_t length, Language language)
{
    if (value.size() != 1)
        return util::fail(value.empty() ? Errc::Wrong : Errc::NotOurs, "one character is expected between ' and '");
    Number number = integerNumber(value.front(), language == Language::C ? 4 : 1, std::is_signed_v<char>);
    number.isCharacter = true;
    number.letters = language == Language::C ? Letters::None : Letters::Char; // C: it is an int
    return LiteralToken{std::move(number), {}, length};
}

struct WidePrefix
{
    std::string_view spelling;
    unsigned bytes;
    bool isSigned;
    Letters letters;
};
constexpr std::array<WidePrefix, 4> kWidePrefixes{{{"u8", 1, false, Letters::Utf8},
                                                   {"u", 2, false, Letters::Utf16},
                                                   {"U", 4, false, Letters::Utf32},
                                                   {"L", 4, std::is_signed_v<wchar_t>, Letters::Wide}}};

/// Of a number in hexadecimal, as in \u20ac; as many digits as there are.
std::optional<std::uint32_t> hexadecimal(std::string_view digits)
{
    std::uint64_t value = 0;
    for (const char c : digits) {
        const int digit = literal::digitValue(c);
        if (digit < 0 || value > 0xFFF'FFFF)
            return std::nullopt;
        value = value * 16 + static_cast<unsigned>(digit);
    }
    return digits.empty() ? std::nullopt : std::optional(static_cast<std::uint32_t>(value));
}

/// Of one character in UTF-8.
std::optional<std::uint32_t> decoded(std::string_view text)
{
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    if (text.empty())
        return std::nullopt;
    const unsigned first = byte(0);
    const std::size_t length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 0;
    if (length != text.size())
        return std::nullopt;
    std::uint32_t value = length == 1 ? first : first & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80)
            return std::nullopt;
        value = value << 6 | (byte(i) & 0x3FU);
    }
    return value;
}

std::optional<std::uint32_t> wideCharacter(std::string_view inside)
{
    if (!inside.starts_with('\\'))
        return decoded(inside);
    const bool isCode = inside.size() > 2 && (inside[1] == 'x' || inside[1] == 'u' || inside[1] == 'U');
    if (isCode)
        return hexadecimal(inside.substr(2));
    std::size_t at = 0;
    const std::optional<char> character = escaped(inside, at);
    const bool isWhole = character && at == inside.size();
    return isWhole ? std::optional<std::uint32_t>(static_cast<unsigned char>(*character)) : std::nullopt;
}

} // namespace

util::Result<LiteralToken> cWideCharacter(std::string_view text, std::string_view prefix)
{
    const auto* const kind = std::find_if(kWidePrefixes.begin(), kWidePrefixes.end(),
                                          [&](const WidePrefix& one) { return one.spelling == prefix; });
    if (kind == kWidePrefixes.end() || !text.starts_with('\''))
        return util::fail(Errc::NotOurs, "texts that begin with '" + std::string(prefix) + "' are not read here");
    std::size_t end = 1;
    while (end < text.size() && text[end] != '\'')
        end += text[end] == '\\' ? 2 : 1;
    if (end >= text.size())
        return util::fail(Errc::Wrong, "the text has no ' at its end");
    const std::optional<std::uint32_t> code = wideCharacter(text.substr(1, end - 1));
    if (!code || (kind->bytes < 4 && *code >> (8 * kind->bytes) != 0))
        return util::fail(Errc::Wrong, "one character is expected between ' and '");
    Number number = integerNumber(*code, kind->bytes, kind->isSigned);
    number.isCharacter = true;
    number.letters = kind->letters;
    return LiteralToken{std::move(number), {}, end + 1};
}

util::Result<LiteralToken> cNumber(std::string_view text)
{
    LiteralToken token;
    token.length = spellingLength(text);
    std::string number = folded(text.substr(0, token.length));
    std::erase(number, kSeparator);
    const bool isReal = isHexadecimalReal(number) || isDecimalReal(number);
    DBGR_TRY(token.value, isReal ? cReal(number) : cInteger(number));
    return token;
}

util::Result<LiteralToken> cText(std::string_view text, Language language)
{
    const char quote = text.front();
    std::string value;
    for (std::size_t at = 1; at < text.size();) {
        if (text[at] == quote) {
            if (quote == '\'')
                return characterLiteral(value, at + 1, language);
            return LiteralToken{textNumber(std::move(value)), {}, at + 1};
        }
        if (text[at] != '\\') {
            value += text[at++];
            continue;
        }
        const std::size_t begin = at;
        const std::optional<char> character = escaped(text, at);
        if (!character)
            return util::fail(Errc::Wrong, "'" + std::string(text.substr(begin, 2)) + "' stands for no character");
        value += *character;
    }
    return util::fail(Errc::Wrong, std::string("the text has no ") + quote + " at its end");
}

} // namespace dbgr::values

// SPDX-License-Identifier: BSD-3-Clause
#include "values/expr/lexer.h"
#include "values/expr/literal.h"
#include "values/expr/quad.h"
#include "values/values_error.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

namespace dbgr::values {

namespace {

constexpr std::array<unsigned, 5> kIntegerKinds{1, 2, 4, 8, 16};
constexpr std::array<unsigned, 4> kRealKinds{4, 8, 10, 16};

bool holdsInteger(unsigned bytes, Int128 value)
{
    return wrapped(value, bytes, true) == value;
}

/// What is behind the underscore of 1.5_8 or 1.5_dp.
struct KindSuffix
{
    std::optional<unsigned> bytes;
    std::string_view name;
    std::size_t length = 0;
};

KindSuffix kindSuffix(std::string_view text, std::size_t at)
{
    if (at >= text.size() || text[at] != '_')
        return {};
    std::size_t end = at + 1;
    while (end < text.size() && Lexer::isNamePart(text[end]))
        ++end;
    const std::string_view word = text.substr(at + 1, end - at - 1);
    KindSuffix suffix{{}, word, end - at};
    if (!word.empty() && literal::digitsAt(word, 0) == word.size() && word.size() <= 2) {
        unsigned bytes = 0;
        for (const char c : word)
            bytes = bytes * 10 + static_cast<unsigned>(c - '0');
        suffix.bytes = bytes;
        suffix.name = {};
    }
    return suffix;
}

/// The point of 1.5 and of 1., but not that of 1.eq.2
bool isDecimalPoint(std::string_view text, std::size_t at)
{
    if (at >= text.size() || text[at] != '.')
        return false;
    std::size_t end = at + 1;
    while (end < text.size() && std::isalpha(static_cast<unsigned char>(text[end])))
        ++end;
    return end == at + 1 || end == text.size() || text[end] != '.';
}

util::Result<Number> integerLiteral(std::string_view digits, const KindSuffix& suffix)
{
    DBGR_TRY(const Int128 value, literal::integerOfDigits(digits, 10));
    if (!suffix.name.empty())
        return integerNumber(value, 16);
    if (!suffix.bytes) {
        const unsigned bytes = holdsInteger(4, value) ? 4 : holdsInteger(8, value) ? 8 : 16;
        return integerNumber(value, bytes);
    }
    if (std::find(kIntegerKinds.begin(), kIntegerKinds.end(), *suffix.bytes) == kIntegerKinds.end())
        return util::fail(Errc::Wrong, "there are no integers of kind " + std::to_string(*suffix.bytes));
    if (!holdsInteger(*suffix.bytes, value))
        return util::fail(Errc::Wrong, std::string(digits) + " does not fit into an integer of kind " +
                                           std::to_string(*suffix.bytes));
    return integerNumber(value, *suffix.bytes);
}

util::Result<Number> realLiteral(std::string digits, const KindSuffix& suffix)
{
    // The letter of an exponent tells the kind, too: 1d0 is double precision.
    const std::size_t letter = digits.find_first_of("dDqQ");
    unsigned bytes = 4;
    if (letter != std::string::npos) {
        bytes = (digits[letter] | 0x20) == 'd' ? 8 : 16;
        digits[letter] = 'e';
        if (suffix.length > 0)
            return util::fail(Errc::Wrong, "a number with the exponent 'd' has its kind from there");
    }
    if (suffix.bytes)
        bytes = *suffix.bytes;
    else if (!suffix.name.empty())
        bytes = 16; // until the name is looked up
    if (std::find(kRealKinds.begin(), kRealKinds.end(), bytes) == kRealKinds.end())
        return util::fail(Errc::Wrong, "there are no reals of kind " + std::to_string(bytes));
    const std::optional<Quad> value = parseReal(digits, bytes);
    if (!value)
        return util::fail(Errc::Wrong, "'" + digits + "' is no number");
    if (isInfinite(*value))
        return util::fail(literal::tooLarge(digits, bytes));
    return realNumber(*value, bytes);
}

} // namespace

util::Result<LiteralToken> fortranNumber(std::string_view text)
{
    std::size_t end = literal::digitsAt(text, 0);
    const std::size_t whole = end;
    if (isDecimalPoint(text, end))
        end += 1 + literal::digitsAt(text, end + 1);
    end = literal::behindExponent(text, end, "eEdDqQ");
    const KindSuffix suffix = kindSuffix(text, end);
    if (suffix.length == 1)
        return util::fail(Errc::Wrong, "a kind is expected behind '" + std::string(text.substr(0, end + 1)) + "'");
    if (end + suffix.length < text.size() && Lexer::isNamePart(text[end + suffix.length]))
        return util::fail(Errc::Wrong, "'" + std::string(text.substr(0, end + 1)) + "' is no number");
    LiteralToken token{{}, suffix.name, end + suffix.length};
    const std::string_view digits = text.substr(0, end);
    DBGR_TRY(token.value, end == whole ? integerLiteral(digits, suffix) : realLiteral(std::string(digits), suffix));
    return token;
}

util::Result<LiteralToken> fortranText(std::string_view text)
{
    const char quote = text.front();
    std::string value;
    for (std::size_t at = 1; at < text.size(); ++at) {
        if (text[at] == quote) {
            const bool isDoubled = at + 1 < text.size() && text[at + 1] == quote;
            if (!isDoubled)
                return LiteralToken{textNumber(std::move(value)), {}, at + 1};
            ++at;
        }
        value += text[at];
    }
    return util::fail(Errc::Wrong, std::string("the text has no ") + quote + " at its end");
}

util::Result<LiteralToken> fortranBits(std::string_view text)
{
    constexpr std::size_t kBegin = 2; // behind z'
    if (text.size() < kBegin || (text[1] != '\'' && text[1] != '"'))
        return LiteralToken{};
    const char letter = static_cast<char>(text[0] | 0x20);
    const unsigned base = letter == 'z' || letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 0;
    if (base == 0)
        return LiteralToken{};
    const std::size_t end = text.find(text[1], kBegin);
    if (end == std::string_view::npos)
        return util::fail(Errc::Wrong, std::string("the number has no ") + text[1] + " at its end");
    const std::string_view digits = text.substr(kBegin, end - kBegin);
    const bool areDigits = !digits.empty() && std::all_of(digits.begin(), digits.end(), [&](char c) {
        const int value = literal::digitValue(c);
        return value >= 0 && value < static_cast<int>(base);
    });
    if (!areDigits)
        return util::fail(Errc::Wrong, "'" + std::string(digits) + "' is no number of base " + std::to_string(base));
    DBGR_TRY(const Int128 value, literal::integerOfDigits(digits, base));
    const unsigned bytes = holdsInteger(4, value) ? 4 : holdsInteger(8, value) ? 8 : 16;
    return LiteralToken{integerNumber(value, bytes), {}, end + 1};
}

} // namespace dbgr::values

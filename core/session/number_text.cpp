// SPDX-License-Identifier: BSD-3-Clause
#include "session/number_text.h"

#include "util/string_util.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>

namespace dbgr::session {

namespace {

constexpr std::size_t kMostDigits = 8; ///< more are too many
constexpr int kShownDigits = 7;

bool isOfWord(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

/// The end of the quotes that begin at `at`.
std::size_t endOfQuotes(std::string_view text, std::size_t at)
{
    const char quote = text[at];
    for (++at; at < text.size() && text[at] != quote; ++at)
        at += text[at] == '\\' ? 1 : 0;
    return std::min(at + 1, text.size());
}

/// The end of a name or number; the sign of an exponent belongs to it.
std::size_t endOfWord(std::string_view text, std::size_t at)
{
    const bool number = util::isDigit(text[at]);
    for (; at < text.size(); ++at) {
        const bool sign =
            number && (text[at] == '-' || text[at] == '+') && (text[at - 1] == 'e' || text[at - 1] == 'E');
        if (!isOfWord(text[at]) && !sign)
            break;
    }
    return at;
}

/// How many digits a decimal fraction has that say something; 0 for what is none.
std::size_t significantDigits(std::string_view word)
{
    std::size_t at = 0;
    std::size_t digits = 0;
    std::size_t points = 0;
    for (; at < word.size() && (util::isDigit(word[at]) || word[at] == '.'); ++at) {
        points += word[at] == '.' ? 1 : 0;
        digits += util::isDigit(word[at]) && (digits > 0 || word[at] != '0') ? 1 : 0;
    }
    const bool exponent = at < word.size() && (word[at] == 'e' || word[at] == 'E');
    if (exponent) {
        at += at + 1 < word.size() && !util::isDigit(word[at + 1]) ? 2 : 1;
        while (at < word.size() && util::isDigit(word[at]))
            ++at;
    }
    return at == word.size() && points <= 1 && (points == 1 || exponent) ? digits : 0;
}

std::string rounded(const std::string& word)
{
    constexpr long double kInteger = 1e7L; // from here on the digits before the point are enough
    constexpr long double kLarge = 1e15L;
    const long double number = std::strtold(word.c_str(), nullptr);
    std::array<char, 64> text{};
    if (number >= kInteger && number < kLarge)
        std::snprintf(text.data(), text.size(), "%.0Lf", number);
    else
        std::snprintf(text.data(), text.size(), "%.*Lg", kShownDigits, number);
    return text.data();
}

/// "0.1", "1 - 2i", and of Fortran "(0.1, 2)"; no array of two.
bool isOneNumber(const debug::ValueGroup& group)
{
    if (!group.problem.empty())
        return false;
    const bool isPair = group.type.starts_with("complex") && group.value.starts_with('(');
    const std::string_view inside = std::string_view(group.value).substr(isPair ? 1 : 0);
    return inside.find_first_not_of(isPair ? "0123456789.+-einfaINF, )" : "0123456789.+-einfaINF ") == inside.npos &&
           std::count(inside.begin(), inside.end(), ',') <= 1;
}

} // namespace

std::string shortNumbers(std::string_view value)
{
    std::string text;
    for (std::size_t at = 0; at < value.size();) {
        const char c = value[at];
        const bool quoted = c == '"' || c == '\'';
        const std::size_t end = quoted ? endOfQuotes(value, at) : isOfWord(c) ? endOfWord(value, at) : at + 1;
        const std::string piece(value.substr(at, end - at));
        text += !quoted && util::isDigit(c) && significantDigits(piece) > kMostDigits ? rounded(piece) : piece;
        at = end;
    }
    return text;
}

std::vector<std::string> readableValues(const std::vector<debug::ValueGroup>& groups)
{
    std::vector<std::string> texts;
    std::map<std::string, std::size_t> times;
    for (const debug::ValueGroup& group : groups) {
        texts.push_back(group.problem.empty() ? shortNumbers(group.value) : std::string());
        ++times[texts.back()];
    }
    for (std::size_t i = 0; i < groups.size(); ++i)
        if (times[texts[i]] > 1)
            texts[i] = groups[i].value;
    return texts;
}

std::vector<std::string> answeredValues(const std::vector<debug::ValueGroup>& groups)
{
    std::vector<std::string> texts = readableValues(groups);
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (isOneNumber(groups[i]))
            texts[i] = groups[i].value;
    }
    return texts;
}

} // namespace dbgr::session

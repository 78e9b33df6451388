// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/divisions.h"

#include "util/string_util.h"

#include <cctype>
#include <cstddef>

namespace dbgr::daemon {

namespace {

/// Past a text in quotes that begins at `at`.
std::size_t pastQuotes(std::string_view text, std::size_t at)
{
    const char quote = text[at++];
    while (at < text.size() && text[at] != quote)
        at += text[at] == '\\' ? 2 : 1;
    return at < text.size() ? at + 1 : text.size();
}

bool isNamePart(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/// "(a + 1)" at the beginning of the text, if it does nothing but compute, and is no cast.
std::string_view sum(std::string_view text)
{
    const std::size_t close = text.find(')');
    if (close == std::string_view::npos)
        return {};
    const std::string_view inner = text.substr(1, close - 1);
    const std::string_view next = util::trimmed(text.substr(close + 1));
    const bool isPlain = inner.find("++") == std::string_view::npos && inner.find("--") == std::string_view::npos &&
                         inner.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                                 "_.:+-*> ") == std::string_view::npos;
    const bool isCast = !next.empty() && (isNamePart(next.front()) || next.find_first_of("(.[~!\"'") == 0);
    return isPlain && !isCast && !next.starts_with("->") ? text.substr(0, close + 1) : std::string_view();
}

/// The number, path or sum at the beginning of the text; "" for all else, as a call or a cast.
std::string_view operand(std::string_view text)
{
    if (text.starts_with('('))
        return sum(text);
    std::size_t end = 0;
    while (end < text.size()) {
        const char c = text[end];
        if (isNamePart(c) || c == '.' || c == ':')
            ++end;
        else if (c == '-' && end > 0 && text.substr(end).starts_with("->"))
            end += 2;
        else if (c == '[' && end > 0 && text.find(']', end) != std::string_view::npos)
            end = text.find(']', end) + 1;
        else
            break;
    }
    const std::string_view next = util::trimmed(text.substr(end));
    return next.starts_with('(') || next.starts_with('<') ? std::string_view() : text.substr(0, end);
}

bool isNumberAboveZero(std::string_view digits)
{
    return std::isdigit(static_cast<unsigned char>(digits.front())) &&
           digits.find_first_of("123456789") != std::string_view::npos &&
           digits.find_first_not_of("0123456789.") == std::string_view::npos;
}

} // namespace

bool dividesByNoZero(std::string_view expression, const std::function<bool(std::string_view divisor)>& isNotZero)
{
    for (std::size_t at = 0; at < expression.size();) {
        const char c = expression[at];
        if (c == '"' || c == '\'') {
            at = pastQuotes(expression, at);
            continue;
        }
        ++at;
        if (c != '/' && c != '%')
            continue;
        std::string_view rest = expression.substr(at);
        if (rest.starts_with('/') || rest.starts_with('*')) // a remark: whoever writes one can wait for the processor
            return false;
        const std::string_view divisor = operand(util::trimmed(rest.starts_with('=') ? rest.substr(1) : rest));
        if (divisor.empty() || !(isNumberAboveZero(divisor) || isNotZero(divisor)))
            return false;
    }
    return true;
}

} // namespace dbgr::daemon

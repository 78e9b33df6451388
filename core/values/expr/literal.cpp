// SPDX-License-Identifier: BSD-3-Clause
#include "values/expr/literal.h"

#include "util/string_util.h"
#include "values/values_error.h"

namespace dbgr::values::literal {

int digitValue(char c)
{
    if (util::isDigit(c))
        return c - '0';
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

std::size_t digitsAt(std::string_view text, std::size_t at)
{
    std::size_t end = at;
    while (end < text.size() && util::isDigit(text[end]))
        ++end;
    return end - at;
}

std::size_t behindExponent(std::string_view text, std::size_t at, std::string_view letters)
{
    if (at >= text.size() || letters.find(text[at]) == std::string_view::npos)
        return at;
    std::size_t digits = at + 1;
    if (digits < text.size() && (text[digits] == '+' || text[digits] == '-'))
        ++digits;
    const std::size_t count = digitsAt(text, digits);
    return count == 0 ? at : digits + count;
}

util::Error tooLarge(std::string_view spelling, unsigned bytes)
{
    const std::string number(spelling.substr(0, 48));
    return {Errc::Wrong, "the number " + number + " is too large for a real of " + std::to_string(bytes) + " bytes",
            ""};
}

util::Result<Int128> integerOfDigits(std::string_view digits, unsigned base)
{
    constexpr UInt128 kLargest = ~UInt128{0} >> 1;
    UInt128 value = 0;
    for (const char c : digits) {
        const auto digit = static_cast<unsigned>(digitValue(c));
        if (value > (kLargest - digit) / base)
            return util::fail(Errc::Wrong, "the number " + std::string(digits.substr(0, 48)) + " is too large");
        value = value * base + digit;
    }
    return static_cast<Int128>(value);
}

} // namespace dbgr::values::literal

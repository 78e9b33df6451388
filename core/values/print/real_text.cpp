// SPDX-License-Identifier: BSD-3-Clause
#include "values/print/real_text.h"

#include <array>
#include <charconv>
#include <cstdlib>
#include <limits>

namespace dbgr::values {

namespace {

/// value = 0.d1d2d3... * 10^(exponent + 1): d1 stands before the point.
struct Decimal
{
    bool isNegative = false;
    std::string digits;
    int exponent = 0;
};

/// "-1.25e+07"
Decimal decimalOf(std::string_view scientific)
{
    Decimal decimal;
    decimal.isNegative = scientific.starts_with('-');
    if (decimal.isNegative)
        scientific.remove_prefix(1);
    const std::size_t letter = scientific.find('e');
    for (const char c : scientific.substr(0, letter)) {
        if (c != '.')
            decimal.digits += c;
    }
    while (decimal.digits.size() > 1 && decimal.digits.back() == '0')
        decimal.digits.pop_back();
    std::string_view exponent = scientific.substr(letter + 1);
    if (exponent.starts_with('+'))
        exponent.remove_prefix(1);
    std::from_chars(exponent.data(), exponent.data() + exponent.size(), decimal.exponent);
    return decimal;
}

template <class T>
std::string shortest(T value)
{
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific);
    return {buffer.data(), end.ptr};
}

/// For widths that the library has no shortest digits of: as few as read back as the same number.
std::string shortestByTrying(Quad value, unsigned bytes)
{
    const int enough = bytes == 2 ? 5 : bytes == kLongDoubleBytes && bytes != 16 ? 21 : 36;
    std::string text;
    for (int digits = 1; digits <= enough; ++digits) {
        text = formatted(value, ("%." + std::to_string(digits - 1) + "e").c_str());
        if (parseReal(text, bytes) == value)
            break;
    }
    return text;
}

Decimal shortestDecimal(Quad value, unsigned bytes)
{
    switch (bytes) {
    case 4:
        return decimalOf(shortest(static_cast<float>(value)));
    case 8:
        return decimalOf(shortest(static_cast<double>(value)));
    default:
        return decimalOf(shortestByTrying(value, bytes));
    }
}

std::string plain(const Decimal& decimal)
{
    std::string text = decimal.digits;
    if (decimal.exponent < 0)
        text.insert(0, static_cast<std::size_t>(-decimal.exponent), '0');
    const std::size_t whole = decimal.exponent < 0 ? 1 : static_cast<std::size_t>(decimal.exponent) + 1;
    if (text.size() < whole)
        text.append(whole - text.size(), '0');
    if (text.size() > whole)
        text.insert(whole, 1, '.');
    return decimal.isNegative ? "-" + text : text;
}

std::string withExponent(const Decimal& decimal)
{
    std::string text = decimal.digits;
    if (text.size() > 1)
        text.insert(1, 1, '.');
    const int size = std::abs(decimal.exponent);
    text += decimal.exponent < 0 ? "e-" : "e+";
    text += (size < 10 ? "0" : "") + std::to_string(size);
    return decimal.isNegative ? "-" + text : text;
}

/// What has no digits; "" for all others.
std::string wordOfReal(Quad value)
{
    if (isNan(value))
        return "nan";
    if (isInfinite(value))
        return value < 0 ? "-inf" : "inf";
    return {};
}

} // namespace

std::string realText(Quad value, unsigned bytes)
{
    constexpr int kSmallest = -5; // as most languages choose: 0.00001, and then 1e-06
    constexpr int kLargest = 16;
    if (std::string word = wordOfReal(value); !word.empty())
        return word;
    const Decimal decimal = shortestDecimal(value, bytes);
    const bool isPlain = decimal.exponent >= kSmallest && decimal.exponent < kLargest;
    return isPlain ? plain(decimal) : withExponent(decimal);
}

std::string fixedText(Quad value, unsigned bytes)
{
    const std::string word = wordOfReal(value);
    return word.empty() ? plain(shortestDecimal(value, bytes)) : word;
}

std::string scientificText(Quad value, unsigned bytes)
{
    const std::string word = wordOfReal(value);
    return word.empty() ? withExponent(shortestDecimal(value, bytes)) : word;
}

} // namespace dbgr::values

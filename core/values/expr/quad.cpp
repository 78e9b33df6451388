// SPDX-License-Identifier: BSD-3-Clause
#include "values/expr/quad.h"

#include <algorithm>
#include <clocale>
#include <limits>

namespace dbgr::values {

namespace {

/// Digits have a point while it lives, whatever the user's language.
class PointLocale
{
public:
    PointLocale()
    {
        static const locale_t kPoint = newlocale(LC_ALL_MASK, "C", nullptr);
        m_before = uselocale(kPoint);
    }
    ~PointLocale() { uselocale(m_before); }
    PointLocale(const PointLocale&) = delete;
    PointLocale& operator=(const PointLocale&) = delete;

private:
    locale_t m_before;
};

/// IEEE binary16, which not every compiler has a type for.
Quad roundedToHalf(Quad value)
{
    constexpr int kDigits = 11;
    constexpr int kSmallestExponent = -14;
    constexpr int kLargestExponent = 15;
    if (isNan(value) || isInfinite(value) || value == 0)
        return value;
    int exponent = 0;
    (void)frexpf128(value, &exponent); // value = [0.5, 1) * 2^exponent
    const int unit = std::max(exponent - 1, kSmallestExponent) - (kDigits - 1);
    const Quad result = ldexpf128(nearbyintf128(ldexpf128(value, -unit)), unit);
    const bool isTooLarge =
        result >= ldexpf128(1, kLargestExponent + 1) || -result >= ldexpf128(1, kLargestExponent + 1);
    return isTooLarge ? copysignf128(Quad(std::numeric_limits<double>::infinity()), value) : result;
}

} // namespace

Quad rounded(Quad value, unsigned bytes)
{
    switch (bytes) {
    case 2:
        return roundedToHalf(value);
    case 4:
        return static_cast<float>(value);
    case 8:
        return static_cast<double>(value);
    case 10:
        return static_cast<long double>(value);
    default:
        return value;
    }
}

std::optional<Quad> parseReal(const std::string& text, unsigned bytes)
{
    // Not by way of a Quad: what is rounded twice may end on the wrong side.
    const PointLocale point;
    char* end = nullptr;
    Quad value = 0;
    switch (bytes) {
    case 4:
        value = std::strtof(text.c_str(), &end);
        break;
    case 8:
        value = std::strtod(text.c_str(), &end);
        break;
    case 10:
        value = std::strtold(text.c_str(), &end);
        break;
    default:
        value = rounded(strtof128(text.c_str(), &end), bytes);
    }
    if (text.empty() || end != text.c_str() + text.size())
        return std::nullopt;
    return value;
}

std::string formatted(Quad value, const char* conversion)
{
    const PointLocale point;
    const int size = strfromf128(nullptr, 0, conversion, value);
    std::string text(static_cast<std::size_t>(std::max(size, 0)) + 1, '\0');
    (void)strfromf128(text.data(), text.size(), conversion, value);
    text.pop_back(); // the NUL that it writes
    return text;
}

} // namespace dbgr::values

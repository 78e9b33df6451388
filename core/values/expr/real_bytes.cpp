// SPDX-License-Identifier: BSD-3-Clause
#include "values/expr/real_bytes.h"

#include "values/expr/number.h"
#include "values/expr/raw_bytes.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <string_view>

namespace dbgr::values {

namespace {

constexpr unsigned kX87Bytes = 10; // of x87; it takes 12 or 16 in memory

/// A float without its lower half.
bool isBrainFloat(const Type& type)
{
    return type.name.find("bf16") != std::string::npos || type.name.find("bfloat16") != std::string::npos;
}

Quad halfOf(std::uint16_t bits)
{
    constexpr int kFractionBits = 10;
    const int exponent = bits >> kFractionBits & 0x1F;
    const int fraction = bits & 0x3FF;
    Quad value = 0;
    if (exponent == 0x1F)
        value = fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
    else if (exponent == 0)
        value = ldexpf128(fraction, -24);
    else
        value = ldexpf128(fraction + (1 << kFractionBits), exponent - 25);
    return bits & 0x8000 ? -value : value;
}

std::uint16_t bitsOfHalf(Quad value)
{
    const auto sign = static_cast<std::uint16_t>(isNegative(value) ? 0x8000 : 0);
    if (isNan(value))
        return 0x7E00;
    if (isInfinite(value))
        return static_cast<std::uint16_t>(sign | 0x7C00);
    int exponent = 0;
    (void)frexpf128(value, &exponent);
    exponent = value == 0 ? -13 : std::max(exponent, -13);
    const int fraction = static_cast<int>(ldexpf128(value < 0 ? -value : value, 11 - exponent)); // 1.0 is 1024
    const int bits = fraction < 1024 ? fraction : (exponent + 14) * 1024 + fraction - 1024;
    return static_cast<std::uint16_t>(sign | bits);
}

/// Of x87. One whose leading digit is missing is no number to the machine.
Quad extendedOf(std::span<const std::byte> bytes)
{
    const bool hasLeadingDigit = fromBytes<std::uint64_t>(bytes) >> 63 != 0;
    const int exponent = fromBytes<std::uint16_t>(bytes.subspan(8)) & 0x7FFF;
    if (exponent != 0 && !hasLeadingDigit)
        return std::numeric_limits<double>::quiet_NaN();
    return fromBytes<long double>(bytes);
}

std::uint16_t bitsOfBrainFloat(Quad value)
{
    const auto single = static_cast<float>(value);
    std::uint32_t bits = 0;
    std::memcpy(&bits, &single, sizeof bits);
    bits += 0x7FFF + (bits >> 16 & 1); // to the nearest, and of two to the even one
    return static_cast<std::uint16_t>(isNan(value) ? 0x7FC0 : bits >> 16);
}

} // namespace

bool isExtended(const Type& type)
{
    constexpr bool kHasX87 = std::numeric_limits<long double>::digits == 64;
    constexpr std::array<std::string_view, 3> kNames{"long double", "kind=10", "_Float64x"};
    const std::string& name = type.canonical->name;
    if (kHasX87 && name == "complex") // clang does not say of what; of 16 bytes, long double is what C has
        return true;
    return kHasX87 && std::any_of(kNames.begin(), kNames.end(),
                                  [&](std::string_view part) { return name.find(part) != std::string::npos; });
}

Quad realOf(std::span<const std::byte> bytes, const Type& type, unsigned kind)
{
    switch (kind) {
    case 2:
        return halfOf(fromBytes<std::uint16_t>(bytes));
    case 4:
        if (isBrainFloat(type))
            return fromBytes<float>(std::array{std::byte{}, std::byte{}, bytes[0], bytes[1]});
        return fromBytes<float>(bytes);
    case 8:
        return fromBytes<double>(bytes);
    case kX87Bytes:
        return extendedOf(bytes.first(kX87Bytes));
    default:
        return fromBytes<Quad>(bytes);
    }
}

/// 0: there are no such reals.
unsigned realKind(const Type& type, std::uint64_t bytes)
{
    switch (bytes) {
    case 2: // every brain float is a float exactly
        return isBrainFloat(type) ? 4 : 2;
    case 4:
    case 8:
        return static_cast<unsigned>(bytes);
    case 12:
        return kX87Bytes;
    case 16:
        return isExtended(type) ? kX87Bytes : 16;
    default:
        return 0;
    }
}

void appendReal(std::vector<std::byte>& out, Quad value, const Type& type, std::size_t bytes)
{
    switch (realKind(type, bytes)) {
    case 2:
        return appendBytes(out, bitsOfHalf(rounded(value, 2)));
    case 4:
        if (bytes == 2)
            return appendBytes(out, bitsOfBrainFloat(value));
        return appendBytes(out, static_cast<float>(value));
    case 8:
        return appendBytes(out, static_cast<double>(value));
    case kX87Bytes:
        return appendBytes(out, static_cast<long double>(value), bytes);
    default:
        return appendBytes(out, value);
    }
}

} // namespace dbgr::values

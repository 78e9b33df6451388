// SPDX-License-Identifier: BSD-3-Clause
// The widest real number: every real of a program fits into it exactly. Its functions are glibc's, not libquadmath's.
// Thread: any; plain values.
#pragma once

#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#if __HAVE_FLOAT128
namespace dbgr::values {
using Quad = _Float128;
} // namespace dbgr::values
#else
// glibc has these functions, but its headers hide them from compilers that call the type __float128 only (clang).
extern "C" {
__float128 strtof128(const char* text, char** end) noexcept;
int strfromf128(char* text, std::size_t size, const char* format, __float128 value) noexcept;
__float128 sqrtf128(__float128 x) noexcept;
__float128 expf128(__float128 x) noexcept;
__float128 logf128(__float128 x) noexcept;
__float128 powf128(__float128 x, __float128 y) noexcept;
__float128 hypotf128(__float128 x, __float128 y) noexcept;
__float128 atan2f128(__float128 y, __float128 x) noexcept;
__float128 sinf128(__float128 x) noexcept;
__float128 cosf128(__float128 x) noexcept;
__float128 fmodf128(__float128 x, __float128 y) noexcept;
__float128 floorf128(__float128 x) noexcept;
__float128 ceilf128(__float128 x) noexcept;
__float128 truncf128(__float128 x) noexcept;
__float128 roundf128(__float128 x) noexcept;
__float128 nearbyintf128(__float128 x) noexcept;
__float128 frexpf128(__float128 x, int* exponent) noexcept;
__float128 ldexpf128(__float128 x, int exponent) noexcept;
__float128 copysignf128(__float128 x, __float128 y) noexcept;
}
namespace dbgr::values {
using Quad = __float128;
} // namespace dbgr::values
#endif

namespace dbgr::values {

[[nodiscard]] inline bool isNan(Quad value)
{
    return value != value;
}
[[nodiscard]] inline bool isInfinite(Quad value)
{
    return !isNan(value) && isNan(value - value);
}
[[nodiscard]] inline bool isNegative(Quad value) ///< -0.0 is
{
    return copysignf128(Quad(1), value) < 0;
}

/// Of a long double, as a kind of reals: x87's or IEEE's quad.
inline constexpr unsigned kLongDoubleBytes = std::numeric_limits<long double>::digits == 64 ? 10 : 16;

/// The nearest number of so many bytes: 2, 4, 8, 10 (x87) or 16.
[[nodiscard]] Quad rounded(Quad value, unsigned bytes);
/// The number nearest to the digits among those of so many bytes; nothing if it is not one whole number. In no language
/// but C's: "1.5e3", "0x1.8p1".
[[nodiscard]] std::optional<Quad> parseReal(const std::string& text, unsigned bytes);
/// As printf does it with a conversion for double ("%.36e").
[[nodiscard]] std::string formatted(Quad value, const char* conversion);

} // namespace dbgr::values

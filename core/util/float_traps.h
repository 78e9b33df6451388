// SPDX-License-Identifier: BSD-3-Clause
// Which results of floating-point arithmetic stop a rank: the exceptions of IEEE 754. Thread: any; values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dbgr::util {

enum class FloatTrap : std::uint8_t
{
    Invalid = 1 << 0, ///< a NaN comes of what was none, as of 0/0 or sqrt(-1)
    DivideByZero = 1 << 2,
    Overflow = 1 << 3,
    Underflow = 1 << 4,
    Inexact = 1 << 5 ///< the result was rounded
};

/// Whether processors of this kind have such traps.
#if defined(__x86_64__)
inline constexpr bool kHasFloatTraps = true;
#else
inline constexpr bool kHasFloatTraps = false;
#endif

inline constexpr FloatTrap kFloatTraps[] = {FloatTrap::Invalid, FloatTrap::DivideByZero, FloatTrap::Overflow,
                                            FloatTrap::Underflow, FloatTrap::Inexact};

/// As people write it: "divide-by-zero".
[[nodiscard]] std::string_view name(FloatTrap trap);

class FloatTraps
{
public:
    constexpr FloatTraps() = default;
    /// Bits that mean nothing are left out.
    static constexpr FloatTraps ofBits(std::uint32_t bits)
    {
        FloatTraps traps;
        for (const FloatTrap trap : kFloatTraps)
            traps.set(trap, (bits & static_cast<std::uint32_t>(trap)) != 0);
        return traps;
    }
    /// What a program that computes as it should never meets.
    static constexpr FloatTraps usual()
    {
        FloatTraps traps;
        for (const FloatTrap trap : {FloatTrap::Invalid, FloatTrap::DivideByZero, FloatTrap::Overflow})
            traps.set(trap, true);
        return traps;
    }
    /// "invalid,overflow", "on" for the usual ones, "off"; nothing where a word means none.
    [[nodiscard]] static std::optional<FloatTraps> ofText(std::string_view text);

    [[nodiscard]] constexpr std::uint32_t bits() const { return m_bits; }
    [[nodiscard]] constexpr bool isEmpty() const { return m_bits == 0; }
    [[nodiscard]] constexpr bool has(FloatTrap trap) const { return (m_bits & static_cast<std::uint32_t>(trap)) != 0; }
    constexpr void set(FloatTrap trap, bool on)
    {
        const auto bit = static_cast<std::uint32_t>(trap);
        m_bits = on ? m_bits | bit : m_bits & ~bit;
    }
    /// "invalid,divide-by-zero", or "off": as ofText() reads it.
    [[nodiscard]] std::string text() const;
    friend constexpr FloatTraps operator|(FloatTraps a, FloatTraps b) { return ofBits(a.m_bits | b.m_bits); }
    friend constexpr FloatTraps operator&(FloatTraps a, FloatTraps b) { return ofBits(a.m_bits & b.m_bits); }
    friend constexpr FloatTraps operator-(FloatTraps a, FloatTraps b) { return ofBits(a.m_bits & ~b.m_bits); }
    friend constexpr bool operator==(FloatTraps, FloatTraps) = default;

private:
    std::uint32_t m_bits = 0;
};

} // namespace dbgr::util

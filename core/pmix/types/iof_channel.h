// SPDX-License-Identifier: BSD-3-Clause
// pmix_iof_channel_t: which of a process's streams. Thread: any; plain values.
#pragma once

#include <cstdint>

namespace dbgr::pmix {

/// One stream of a process.
enum class IofChannel : std::uint16_t
{
    Stdin = 1,
    Stdout = 2,
    Stderr = 4,
    Stddiag = 8,
};

/// A set of streams.
class IofChannels
{
public:
    constexpr IofChannels() = default;
    constexpr IofChannels(IofChannel channel) : m_bits(static_cast<std::uint16_t>(channel)) {}
    [[nodiscard]] static constexpr IofChannels fromBits(std::uint16_t bits) { return IofChannels(bits); }
    [[nodiscard]] constexpr std::uint16_t bits() const { return m_bits; }
    [[nodiscard]] constexpr bool has(IofChannel channel) const
    {
        return (m_bits & static_cast<std::uint16_t>(channel)) != 0;
    }

    friend constexpr IofChannels operator|(IofChannels a, IofChannels b)
    {
        return IofChannels(static_cast<std::uint16_t>(a.m_bits | b.m_bits));
    }
    friend constexpr IofChannels operator&(IofChannels a, IofChannels b)
    {
        return IofChannels(static_cast<std::uint16_t>(a.m_bits & b.m_bits));
    }
    [[nodiscard]] constexpr IofChannels without(IofChannels removed) const
    {
        return IofChannels(static_cast<std::uint16_t>(m_bits & ~removed.m_bits));
    }
    [[nodiscard]] constexpr bool empty() const { return m_bits == 0; }
    friend constexpr bool operator==(IofChannels, IofChannels) = default;

private:
    constexpr explicit IofChannels(std::uint16_t bits) : m_bits(bits) {}

    std::uint16_t m_bits = 0;
};

constexpr IofChannels operator|(IofChannel a, IofChannel b)
{
    return IofChannels(a) | IofChannels(b);
}

} // namespace dbgr::pmix

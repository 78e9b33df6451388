// SPDX-License-Identifier: BSD-3-Clause
// Where something is in the memory of another process: neither a length, nor what stands there, nor a pointer of ours.
// Thread: any; plain values.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace dbgr::util {

/// Arithmetic wraps around, as the processor's own does.
class RemoteAddress
{
public:
    constexpr RemoteAddress() = default;
    constexpr explicit RemoteAddress(std::uint64_t number) : m_number(number) {}
    explicit RemoteAddress(std::floating_point auto) = delete;
    explicit RemoteAddress(const void*) = delete;

    /// For whoever hands it on: a register, a message, the kernel.
    [[nodiscard]] constexpr std::uint64_t value() const { return m_number; }
    [[nodiscard]] constexpr bool isNull() const { return m_number == 0; }
    /// The last multiple that is not behind it. \param grain a power of 2, in bytes
    [[nodiscard]] constexpr RemoteAddress alignedDown(std::uint64_t grain) const
    {
        return RemoteAddress(m_number & ~(grain - 1));
    }
    /// How far behind such a multiple it is.
    [[nodiscard]] constexpr std::uint64_t behindMultipleOf(std::uint64_t grain) const { return m_number % grain; }

    constexpr RemoteAddress& operator+=(std::uint64_t bytes)
    {
        m_number += bytes;
        return *this;
    }
    friend constexpr RemoteAddress operator+(RemoteAddress address, std::uint64_t bytes)
    {
        return RemoteAddress(address.m_number + bytes);
    }
    friend constexpr RemoteAddress operator-(RemoteAddress address, std::uint64_t bytes)
    {
        return RemoteAddress(address.m_number - bytes);
    }
    /// Bytes from the second one to the first.
    friend constexpr std::uint64_t operator-(RemoteAddress end, RemoteAddress begin)
    {
        return end.m_number - begin.m_number;
    }
    friend constexpr auto operator<=>(RemoteAddress, RemoteAddress) = default;

private:
    std::uint64_t m_number = 0;
};

} // namespace dbgr::util

template <>
struct std::hash<dbgr::util::RemoteAddress>
{
    std::size_t operator()(dbgr::util::RemoteAddress address) const
    {
        return std::hash<std::uint64_t>{}(address.value());
    }
};

// SPDX-License-Identifier: BSD-3-Clause
// Builds a message out of numbers and runs of bytes. Thread: any.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace dbgr::util {

/// Appends to a string of bytes that it owns.
class ByteWriter
{
public:
    void u8(std::uint8_t value) { m_bytes += static_cast<char>(value); }
    template <std::unsigned_integral N>
    void big(N value)
    {
        writeInteger(value, std::endian::big);
    }
    template <std::unsigned_integral N>
    void little(N value)
    {
        writeInteger(value, std::endian::little);
    }
    template <std::unsigned_integral N>
    void host(N value)
    {
        writeInteger(value, std::endian::native);
    }
    void bytes(std::string_view raw) { m_bytes += raw; }
    /// The text and a NUL.
    void cString(std::string_view text)
    {
        m_bytes += text;
        m_bytes += '\0';
    }
    void zeros(std::size_t count) { m_bytes.append(count, '\0'); }

    [[nodiscard]] std::size_t size() const { return m_bytes.size(); }
    [[nodiscard]] const std::string& view() const { return m_bytes; }
    [[nodiscard]] std::string take() { return std::move(m_bytes); }

private:
    template <std::unsigned_integral N>
    void writeInteger(N value, std::endian order)
    {
        for (std::size_t i = 0; i < sizeof(N); ++i) {
            const std::size_t shift = 8 * (order == std::endian::big ? sizeof(N) - 1 - i : i);
            m_bytes += static_cast<char>(static_cast<std::uint8_t>(value >> shift));
        }
    }

    std::string m_bytes;
};

} // namespace dbgr::util

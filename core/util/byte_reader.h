// SPDX-License-Identifier: BSD-3-Clause
// Reads numbers and runs of bytes out of a span that a peer filled. Thread: any; no memory of its own.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace dbgr::util {

/// A cursor that never leaves its span: the first read past the end makes it failed for good, and every read of a
/// failed reader yields 0 or nothing. So a decoder reads all of a message and asks ok() once.
class ByteReader
{
public:
    explicit ByteReader(std::span<const std::byte> bytes) : m_bytes(bytes) {}
    explicit ByteReader(std::string_view bytes) : m_bytes(std::as_bytes(std::span(bytes.data(), bytes.size()))) {}

    [[nodiscard]] bool ok() const { return !m_failed; }
    void markFailed() { m_failed = true; }
    [[nodiscard]] std::size_t remaining() const { return m_failed ? 0 : m_bytes.size() - m_at; }
    [[nodiscard]] bool atEnd() const { return remaining() == 0; }
    /// Bytes read so far.
    [[nodiscard]] std::size_t position() const { return m_at; }

    std::uint8_t u8() { return readInteger<std::uint8_t>(std::endian::big); }
    template <std::unsigned_integral N>
    N big()
    {
        return readInteger<N>(std::endian::big);
    }
    template <std::unsigned_integral N>
    N little()
    {
        return readInteger<N>(std::endian::little);
    }
    /// In this machine's own byte order.
    template <std::unsigned_integral N>
    N host()
    {
        return readInteger<N>(std::endian::native);
    }

    /// A view of the next `count` bytes; it lives as long as the span.
    std::string_view bytes(std::size_t count)
    {
        if (count > remaining()) {
            m_failed = true;
            return {};
        }
        const std::string_view view(reinterpret_cast<const char*>(m_bytes.data()) + m_at, count);
        m_at += count;
        return view;
    }
    std::string_view rest() { return bytes(remaining()); }

    /// Up to and without the next NUL, which is read too. Fails when there is none.
    std::string_view cString()
    {
        const std::string_view left(reinterpret_cast<const char*>(m_bytes.data()) + m_at, remaining());
        const std::size_t end = left.find('\0');
        if (end == std::string_view::npos) {
            m_failed = true;
            return {};
        }
        m_at += end + 1;
        return left.substr(0, end);
    }

private:
    template <std::unsigned_integral N>
    N readInteger(std::endian order)
    {
        const std::string_view raw = bytes(sizeof(N));
        N number = 0;
        for (std::size_t i = 0; i < raw.size(); ++i) {
            const std::size_t at = order == std::endian::big ? i : raw.size() - 1 - i;
            number = static_cast<N>((sizeof(N) > 1 ? number << 8 : 0) | static_cast<std::uint8_t>(raw[at]));
        }
        return number;
    }

    std::span<const std::byte> m_bytes;
    std::size_t m_at = 0;
    bool m_failed = false;
};

} // namespace dbgr::util

// SPDX-License-Identifier: BSD-3-Clause
// What every payload of the gdb-remote protocol is made of: framing, escapes, hexadecimal bytes. Thread: any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace dbgr::rsp {

/// "$payload#cc". \pre the payload needs no escapes, or has them
[[nodiscard]] std::string packet(std::string_view payload);

/// Binary data, or JSON, as a payload may hold it: '}' in front of what has a meaning of its own.
[[nodiscard]] std::string escaped(std::string_view bytes);
/// What was escaped; a '}' at the end, which escapes nothing, is left out.
[[nodiscard]] std::string unescaped(std::string_view payload);

void appendHex(std::string& to, std::span<const std::byte> bytes);
[[nodiscard]] std::string hexOf(std::span<const std::byte> bytes);
/// Without leading zeros, as the protocol writes addresses and lengths.
[[nodiscard]] std::string hexNumber(std::uint64_t number);

/// Reads a payload from its front. Each take...() moves on only when it succeeds.
class Cursor
{
public:
    explicit Cursor(std::string_view payload) : m_rest(payload) {}

    [[nodiscard]] std::string_view rest() const { return m_rest; }
    [[nodiscard]] bool atEnd() const { return m_rest.empty(); }
    bool take(std::string_view text);
    bool take(char c) { return take(std::string_view(&c, 1)); }
    /// At most 16 digits.
    [[nodiscard]] std::optional<std::uint64_t> takeHex();
    /// Up to the separator, which is taken too, or the end.
    std::string_view takeUntil(char separator);

private:
    std::string_view m_rest;
};

} // namespace dbgr::rsp

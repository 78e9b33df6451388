// SPDX-License-Identifier: BSD-3-Clause
#include "rsp/packet.h"

#include <algorithm>
#include <charconv>

namespace dbgr::rsp {

namespace {

constexpr std::string_view kDigits = "0123456789abcdef";
constexpr char kEscape = '}';
constexpr char kEscapeBit = 0x20;

bool hasMeaning(char c)
{
    return c == kEscape || c == '#' || c == '$' || c == '*';
}

} // namespace

std::string packet(std::string_view payload)
{
    unsigned sum = 0;
    for (const char c : payload)
        sum += static_cast<unsigned char>(c);
    std::string packet;
    packet.reserve(payload.size() + 4);
    packet += '$';
    packet += payload;
    packet += '#';
    packet += kDigits[sum / 16 % 16];
    packet += kDigits[sum % 16];
    return packet;
}

std::string escaped(std::string_view bytes)
{
    std::string result;
    result.reserve(bytes.size() + bytes.size() / 16);
    for (const char c : bytes) {
        if (hasMeaning(c))
            result += kEscape;
        result += hasMeaning(c) ? static_cast<char>(c ^ kEscapeBit) : c;
    }
    return result;
}

std::string unescaped(std::string_view payload)
{
    std::string result;
    result.reserve(payload.size());
    for (std::size_t at = 0; at < payload.size(); ++at) {
        if (payload[at] != kEscape)
            result += payload[at];
        else if (++at < payload.size())
            result += static_cast<char>(payload[at] ^ kEscapeBit);
    }
    return result;
}

void appendHex(std::string& to, std::span<const std::byte> bytes)
{
    for (const std::byte byte : bytes) {
        to += kDigits[std::to_integer<unsigned>(byte) / 16];
        to += kDigits[std::to_integer<unsigned>(byte) % 16];
    }
}

std::string hexOf(std::span<const std::byte> bytes)
{
    std::string result;
    result.reserve(2 * bytes.size());
    appendHex(result, bytes);
    return result;
}

std::string hexNumber(std::uint64_t number)
{
    char digits[16];
    const auto end = std::to_chars(std::begin(digits), std::end(digits), number, 16).ptr;
    return {std::begin(digits), end};
}

bool Cursor::take(std::string_view text)
{
    if (!m_rest.starts_with(text))
        return false;
    m_rest.remove_prefix(text.size());
    return true;
}

std::optional<std::uint64_t> Cursor::takeHex()
{
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), number, 16);
    if (error != std::errc())
        return std::nullopt;
    m_rest.remove_prefix(static_cast<std::size_t>(end - m_rest.data()));
    return number;
}

std::string_view Cursor::takeUntil(char separator)
{
    const std::size_t at = std::min(m_rest.find(separator), m_rest.size());
    const std::string_view taken = m_rest.substr(0, at);
    m_rest.remove_prefix(std::min(at + 1, m_rest.size()));
    return taken;
}

} // namespace dbgr::rsp

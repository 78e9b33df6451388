// SPDX-License-Identifier: BSD-3-Clause
// The few things about text that std lacks. Thread: any.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::util {

/// Of the ten of ASCII, whatever the locale says.
[[nodiscard]] constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// A capital letter of ASCII as a small one, whatever the locale says; all else as it is.
[[nodiscard]] constexpr char lowered(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
[[nodiscard]] std::string lowered(std::string_view text);

/// Without blanks, tabs and line ends at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// The parts between separators; "" has one empty part.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);

[[nodiscard]] std::string join(const std::vector<std::string>& parts, std::string_view separator);

/// Whether `a` comes before `b` as people sort names: numbers in them by value, so that core.2 is before core.10.
[[nodiscard]] bool naturallyBefore(std::string_view a, std::string_view b);

/// Lower-case hexadecimal digits, two a byte.
[[nodiscard]] std::string toHex(std::string_view bytes);
/// The bytes, or nothing when `hex` has an odd length or another character.
[[nodiscard]] std::optional<std::string> fromHex(std::string_view hex);

/// The whole of `text` as a number; nothing when it is not one, or too large for N.
template <class N>
[[nodiscard]] std::optional<N> parseNumber(std::string_view text, int base = 10)
{
    N number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
    if (error != std::errc() || end != text.data() + text.size() || text.empty())
        return std::nullopt;
    return number;
}

} // namespace dbgr::util

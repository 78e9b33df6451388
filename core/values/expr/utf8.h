// SPDX-License-Identifier: BSD-3-Clause
// Characters as bytes of UTF-8. Thread: any; plain functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dbgr::values {

/// What is beyond the last character becomes U+FFFD.
void appendUtf8(std::string& text, std::uint32_t code);
/// How many characters there are; of what is no UTF-8, how many bytes could begin one.
[[nodiscard]] std::size_t charactersOfUtf8(std::string_view text);
/// Each character; nothing if the bytes are no UTF-8.
[[nodiscard]] std::optional<std::u32string> decodedUtf8(std::string_view text);

} // namespace dbgr::values

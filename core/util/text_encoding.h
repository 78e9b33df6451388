// SPDX-License-Identifier: BSD-3-Clause
// Whether bytes are text, and how to carry them when they are not. Pure. Thread: any.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dbgr::util {

/// Well-formed UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF.
[[nodiscard]] bool isUtf8(std::string_view bytes);
/// Where the character of UTF-8 begins that the byte `at` is of: text can be cut there. The end stays the end.
[[nodiscard]] std::size_t beginOfCharacter(std::string_view text, std::size_t at);
/// The same characters as UTF-8.
[[nodiscard]] std::string fromLatin1(std::string_view bytes);
/// RFC 4648, with padding.
[[nodiscard]] std::string toBase64(std::string_view bytes);

} // namespace dbgr::util

// SPDX-License-Identifier: GPL-3.0-or-later
// Whether bytes are text, and how to carry them when they are not. Pure. Thread: any.
#pragma once

#include <string>
#include <string_view>

namespace dbgr::app {

/// Well-formed UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF.
[[nodiscard]] bool isUtf8(std::string_view bytes);
/// RFC 4648, with padding.
[[nodiscard]] std::string toBase64(std::string_view bytes);

} // namespace dbgr::app

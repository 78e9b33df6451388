// SPDX-License-Identifier: BSD-3-Clause
// Texts of the program as its language would spell them; nothing in them can harm a terminal. Thread: any; plain
// functions.
#pragma once

#include <string>
#include <string_view>

namespace dbgr::values {

/// 'it''s'; what is no letter in UTF-8 shows as \x1b.
[[nodiscard]] std::string quotedFortran(std::string_view text);
/// "it's \"well\"\n" in the given quotes; what is no letter in UTF-8 shows as \n or \xc3.
[[nodiscard]] std::string quotedC(std::string_view text, char quote = '"');

} // namespace dbgr::values

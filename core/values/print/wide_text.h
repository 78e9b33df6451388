// SPDX-License-Identifier: BSD-3-Clause
// Texts of characters of any size, as C writes them: "abc", L"abc", u8"abc". Thread: any; plain functions.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace dbgr::values {

/// What is no character shows as \x1b or \xd800. \param size of one letter, 1, 2 or 4 bytes \param type its name
[[nodiscard]] std::string quotedLetters(std::span<const std::byte> bytes, unsigned size, std::string_view type);

} // namespace dbgr::values

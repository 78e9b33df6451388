// SPDX-License-Identifier: GPL-3.0-or-later
// "/x n": how a watch is shown, in front of its expression, as behind print. No expression begins with a slash. Pure.
// Thread: any.
#pragma once

#include <string>
#include <string_view>

namespace dbgr::ui {

/// Letters of formats, as print has them.
inline constexpr std::string_view kFormatLetters = "xduotcfea";

/// 0: it is shown after its type.
[[nodiscard]] char formatOf(std::string_view watch);
[[nodiscard]] std::string withoutFormat(std::string_view watch);
/// \param format 0: after the type
[[nodiscard]] std::string withFormat(std::string_view watch, char format);

} // namespace dbgr::ui

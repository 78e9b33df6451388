// SPDX-License-Identifier: GPL-3.0-or-later
// Backslash escapes for `input -e`, and control bytes made visible for a terminal. Pure. Thread: any.
#pragma once

#include "util/result.h"

#include <string>
#include <string_view>

namespace dbgr::app {

/// Reads \n \t \r \a \b \f \v \e \0 \\ \" \' and \xHH.
/// \errors Errc::BadArgument, with the escape that is none of these
[[nodiscard]] util::Result<std::string> unescape(std::string_view text);

/// The text with bytes that would move the cursor or change colours written as \xHH; tabs stay. What a program prints
/// must not be able to rewrite what dbgr has said.
[[nodiscard]] std::string visible(std::string_view text);

} // namespace dbgr::app

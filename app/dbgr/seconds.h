// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths of time as people type them. Thread: any; pure.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace dbgr::app {

/// "5", "0.5" or "5s"; nothing when it is no number of seconds greater than 0, or more than a year.
[[nodiscard]] std::optional<std::chrono::milliseconds> parseSeconds(std::string_view text);

} // namespace dbgr::app

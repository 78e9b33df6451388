// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/seconds.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace dbgr::app {

std::optional<std::chrono::milliseconds> parseSeconds(std::string_view text)
{
    constexpr double kMostSeconds = 366.0 * 24 * 3600;
    double seconds = 0;
    const char* const begin = text.data();
    const char* const end = begin + text.size() - (text.ends_with('s') ? 1 : 0);
    const auto [stop, error] = std::from_chars(begin, end, seconds);
    if (error != std::errc() || stop != end || !std::isfinite(seconds) || seconds <= 0 || seconds > kMostSeconds)
        return std::nullopt;
    return std::chrono::milliseconds(std::max<std::int64_t>(1, std::llround(seconds * 1000)));
}

} // namespace dbgr::app

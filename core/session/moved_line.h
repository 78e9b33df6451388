// SPDX-License-Identifier: BSD-3-Clause
// Where a line of source is that has been changed since. Pure. Thread: any.
#pragma once

#include "debug/line_text.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::session {

/// The lines of a file as they are compared: as UTF-8 (what is none is Latin-1), without blanks and line ends at both
/// ends, and no longer than kMostCompared. Nothing: it is no text.
[[nodiscard]] std::optional<std::vector<std::string>> comparableLines(std::string_view bytes);

inline constexpr std::size_t kMostCompared = 400; ///< bytes of a line

/// What stands in a line, from 1, and around it; file and program are left "". Nothing for a blank line, and behind the
/// end.
[[nodiscard]] std::optional<debug::LineText> lineTextAt(const std::vector<std::string>& lines, std::uint32_t line);

/// What became of a line.
struct LineFate
{
    enum class What : std::uint8_t
    {
        Same,   ///< its text is where it was
        Moved,  ///< to another line
        Gone,   ///< nothing near by has its text
        Unclear ///< several have, and nothing tells them apart
    };
    What what = What::Same;
    std::uint32_t line = 0; ///< where its text is now; of what is gone or unclear, where it was
    friend bool operator==(const LineFate&, const LineFate&) = default;
};

/// How far from where it was a line is looked for.
inline constexpr std::uint32_t kReach = 500;

/// Of the lines near by that have the text, the one with more of the same lines above and below it is meant; where that
/// is the same, the nearest. A text without a letter or digit, as a brace, is only found by what stands around it.
[[nodiscard]] LineFate fateOf(const debug::LineText& old, const std::vector<std::string>& lines);

} // namespace dbgr::session

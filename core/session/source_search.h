// SPDX-License-Identifier: BSD-3-Clause
// Lines of source files that have something in them. Thread: any; reads files.
#pragma once

#include "util/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::session {

/// Words as they stand, whatever the case of their letters of ASCII unless one of them is a capital; or "/REGEX/"
/// (POSIX's extended ones), by the same rule.
class LinePattern
{
public:
    /// What lies behind so many bytes of a line is not looked through.
    static constexpr std::size_t kMostBytes = 4096;

    /// \errors Errc::BadPattern
    [[nodiscard]] static util::Result<LinePattern> read(std::string_view written);

    struct Match
    {
        std::size_t begin = 0; ///< bytes from the beginning of the line
        std::size_t length = 0;
        friend bool operator==(const Match&, const Match&) = default;
    };
    /// The first one.
    [[nodiscard]] std::optional<Match> in(std::string_view line) const;

private:
    struct Compiled;
    LinePattern() = default;

    std::string m_words; // in small letters where their case does not count; "" there is an expression
    bool m_anyCase = false;
    std::shared_ptr<const Compiled> m_expression;
};

struct FoundLine
{
    std::uint32_t line = 0; ///< from 1
    std::string text;       ///< at most LinePattern::kMostBytes of it, as UTF-8
    LinePattern::Match match;
    friend bool operator==(const FoundLine&, const FoundLine&) = default;
};

/// A larger file is not looked through.
inline constexpr std::uintmax_t kMostSearched = std::uintmax_t{16} << 20;

/// The first `most` of a file, whose lines are UTF-8, or else Latin-1. Nothing, if it is no regular file, is too large,
/// cannot be read, or is no text.
[[nodiscard]] std::optional<std::vector<FoundLine>> linesWith(const LinePattern& pattern, const std::string& path,
                                                              std::size_t most);

} // namespace dbgr::session

// SPDX-License-Identifier: BSD-3-Clause
// How a group is made, in one line: "bad = crashed | 3-5", "now := stopped", "slow where step < 10". Pure: names are
// looked up by others. Thread: any.
#pragma once

#include "util/result.h"

#include <string>
#include <string_view>

namespace dbgr::session {

struct GroupLine
{
    enum class How
    {
        Define, ///< `=`: an expression, which the group follows if it names groups
        Freeze, ///< `:=`: the ranks that the expression means now
        Where,  ///< the ranks in which a condition of the program holds now
    };
    std::string name;
    How how = How::Define;
    std::string text; ///< the expression or condition
};

/// `where` with nothing but a state, such as stopped, follows it.
/// \errors std::errc::invalid_argument
[[nodiscard]] util::Result<GroupLine> parseGroupLine(std::string_view line);

} // namespace dbgr::session

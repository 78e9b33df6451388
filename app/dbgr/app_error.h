// SPDX-License-Identifier: GPL-3.0-or-later
// The failures that the faces have of their own: what a user typed. Thread: any.
#pragma once

#include <system_error>

namespace dbgr::app {

enum class Errc
{
    BadUsage = 1,     ///< the command line of dbgr
    UnknownCommand,   ///< no command of that name, or more than one
    BadArgument,      ///< a command's argument makes no sense, or is missing
    NothingToDo,      ///< no rank that the command could be for
    NoSource,         ///< a source file cannot be shown
    UnreadableScript, ///< --script names a file that cannot be read
    BadRecord,        ///< --record names a file that is not to be written
    NoDisplay,        ///< nowhere to open a window
    NothingToUndo,    ///< no change that could be put back
    BadReport,        ///< a report that cannot be written, or its log not be read
};

[[nodiscard]] const std::error_category& appCategory();
[[nodiscard]] inline std::error_code make_error_code(Errc code)
{
    return {static_cast<int>(code), appCategory()};
}

} // namespace dbgr::app

template <>
struct std::is_error_code_enum<dbgr::app::Errc> : std::true_type
{};

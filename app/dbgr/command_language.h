// SPDX-License-Identifier: GPL-3.0-or-later
// The language of `dbgr --batch`: one line, one command. Pure: no file, no session. Way: a line that a person, a script
// or a pipe gave -> Command -> batch. Thread: any.
#pragma once

#include "app/dbgr/command.h"
#include "util/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::app {

class Words;

/// One command as --help, `help` and completion know it.
struct CommandInfo
{
    std::string_view name;
    std::string_view alias;     ///< a short name that wins over prefixes; "" none
    std::string_view arguments; ///< "FILE:LINE|FUNCTION [if EXPR]"
    std::string_view summary;   ///< one line
    util::Result<Command> (*parse)(Words& words);

    /// "break FILE:LINE|FUNCTION [if EXPR]"
    [[nodiscard]] std::string usage() const;
};

/// A longer line is no command.
inline constexpr std::size_t kMaxCommandBytes = 1 << 20;

/// All commands, in the order in which help shows them.
[[nodiscard]] std::span<const CommandInfo> commandTable();

/// The command that `word` names: its name, its alias, or the beginning of exactly one name.
/// \errors Errc::UnknownCommand, with the commands that it could be
[[nodiscard]] util::Result<const CommandInfo*> findCommand(std::string_view word);

/// Reads one line (without its line end). EXPR and TEXT are the rest of the line as it stands; a line that begins with
/// `#` is a comment.
/// \errors Errc::UnknownCommand, Errc::BadArgument; the detail names the column, the advice is the usage line
[[nodiscard]] util::Result<Command> parseCommand(std::string_view line);

/// All commands with their summaries, as `help` and --help show them.
[[nodiscard]] std::string commandHelp();

} // namespace dbgr::app

// SPDX-License-Identifier: GPL-3.0-or-later
// What is behind the commands that name ranks, read. Way: command_language -> here. Thread: any; pure.
#pragma once

#include "app/dbgr/command.h"
#include "app/dbgr/words.h"
#include "util/result.h"

#include <string_view>

namespace dbgr::app {

/// A set of ranks; an error is about the last word of `words`.
[[nodiscard]] util::Result<RankSelector> parseRanks(const Words& words, std::string_view text);

/// The next word; if it begins with a parenthesis, all up to the word in which the last one is closed.
[[nodiscard]] std::string_view takeRanksWord(Words& words);

[[nodiscard]] util::Result<Command> parseGroup(Words& words);
/// "0-3", "0-3 leading 2", "leading 2", or nothing.
[[nodiscard]] util::Result<Command> parseFocus(Words& words);

} // namespace dbgr::app

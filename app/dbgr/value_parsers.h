// SPDX-License-Identifier: GPL-3.0-or-later
// The words behind the commands that show, change and describe values. Part of command_language. Thread: any; pure.
#pragma once

#include "app/dbgr/command.h"
#include "app/dbgr/words.h"
#include "util/result.h"

namespace dbgr::app {

[[nodiscard]] util::Result<Command> parsePrint(Words& words);
[[nodiscard]] util::Result<Command> parseCall(Words& words);
[[nodiscard]] util::Result<Command> parseLocals(Words& words);
/// A setting of the session, or a variable of the program.
[[nodiscard]] util::Result<Command> parseSet(Words& words);
[[nodiscard]] util::Result<Command> parsePtype(Words& words);
[[nodiscard]] util::Result<Command> parseWhatis(Words& words);
[[nodiscard]] util::Result<Command> parseStats(Words& words);
[[nodiscard]] util::Result<Command> parseSearch(Words& words);
/// gdb's `info WORD`, for hands that know it.
[[nodiscard]] util::Result<Command> parseInfo(Words& words);

} // namespace dbgr::app

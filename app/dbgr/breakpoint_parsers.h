// SPDX-License-Identifier: GPL-3.0-or-later
// What is behind the commands that set breakpoints, or are about some, read. Way: command_language -> here. Thread:
// any; pure.
#pragma once

#include "app/dbgr/command.h"
#include "app/dbgr/words.h"
#include "debug/breakpoint.h"
#include "util/result.h"

namespace dbgr::app {

enum class BreakKind
{
    Lasting,
    Temporary,
    Barrier
};

[[nodiscard]] util::Result<Command> parseBreak(Words& words, BreakKind kind);
/// `watch EXPR` and its kin are what `break` takes, too.
[[nodiscard]] util::Result<Command> parseWatch(Words& words, debug::WatchedData::Use use);
[[nodiscard]] util::Result<Command> parseTrace(Words& words);
[[nodiscard]] util::Result<Command> parseCatch(Words& words);
/// "/all --every N...", "clear", or nothing.
[[nodiscard]] util::Result<Command> parseTraces(Words& words);
/// "1 2 solver", "all".
[[nodiscard]] util::Result<Command> parseDelete(Words& words);
/// "1 2.1 solver", "all", or nothing.
[[nodiscard]] util::Result<Command> parseEnable(Words& words, bool enable);
/// "solver 1 2", "none 1", or nothing.
[[nodiscard]] util::Result<Command> parseBreakpointGroup(Words& words);
[[nodiscard]] util::Result<Command> parseCondition(Words& words);
[[nodiscard]] util::Result<Command> parseIgnore(Words& words);
[[nodiscard]] util::Result<Command> parseCommands(Words& words);

} // namespace dbgr::app

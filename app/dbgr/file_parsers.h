// SPDX-License-Identifier: GPL-3.0-or-later
// The arguments of commands about files. Pure. Thread: any.
#pragma once

#include "app/dbgr/command.h"
#include "app/dbgr/words.h"
#include "util/result.h"

namespace dbgr::app {

/// "session FILE", "breakpoints FILE", "traces FILE"; FILE is the rest of the line.
[[nodiscard]] util::Result<Command> parseSave(Words& words);
/// "breakpoints FILE".
[[nodiscard]] util::Result<Command> parseLoad(Words& words);
/// "FROM TO", "delete FROM", in words as a shell has them; or nothing.
[[nodiscard]] util::Result<Command> parseMap(Words& words);

} // namespace dbgr::app

// SPDX-License-Identifier: GPL-3.0-or-later
// The arguments of commands about threads. Pure. Thread: any.
#pragma once

#include "app/dbgr/command.h"
#include "app/dbgr/words.h"
#include "util/result.h"

namespace dbgr::app {

[[nodiscard]] util::Result<Command> parseThread(Words& words);
/// "2 3", "others".
[[nodiscard]] util::Result<Command> parseFreeze(Words& words);
/// "2 3", "all".
[[nodiscard]] util::Result<Command> parseThaw(Words& words);

} // namespace dbgr::app

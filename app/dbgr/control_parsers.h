// SPDX-License-Identifier: GPL-3.0-or-later
// The words behind the commands that let ranks run and wait for them. Part of command_language. Thread: any; pure.
#pragma once

#include "app/dbgr/command.h"
#include "app/dbgr/words.h"
#include "util/result.h"

#include <string>
#include <string_view>

namespace dbgr::app {

[[nodiscard]] std::string inQuotes(std::string_view word);
/// `command`, unless there is more on the line than it takes.
[[nodiscard]] util::Result<Command> alone(Words& words, Command command);

[[nodiscard]] util::Result<Command> parseContinue(Words& words);
[[nodiscard]] util::Result<Command> parseFinish(Words& words);
/// \param kind not Out: functions are left one by one
[[nodiscard]] util::Result<Command> parseStep(Words& words, debug::StepKind kind);
/// \param untilReturn as debug::RunTo has it
[[nodiscard]] util::Result<Command> parseAdvance(Words& words, bool untilReturn);
/// LINE or FILE:LINE, and nothing behind it.
[[nodiscard]] util::Result<debug::SourceLine> parseLine(Words& words);
[[nodiscard]] util::Result<Command> parseJump(Words& words);
[[nodiscard]] util::Result<Command> parseReturn(Words& words);
[[nodiscard]] util::Result<Command> parseWait(Words& words);
/// [all] [N times [every SECONDS]]
[[nodiscard]] util::Result<Command> parseSample(Words& words);
[[nodiscard]] util::Result<Command> parseRestart(Words& words);
[[nodiscard]] util::Result<Command> parseHandle(Words& words);

} // namespace dbgr::app

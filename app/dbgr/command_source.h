// SPDX-License-Identifier: GPL-3.0-or-later
// Where commands come from: a list, a pipe, a terminal. Way: source -> batch. Thread: the session's.
#pragma once

#include "app/dbgr/command_line.h"
#include "util/executor.h"
#include "util/result.h"

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::app {

/// A line and where it stands: "session.dbgr:12"; "" where nobody needs to be told.
struct ScriptLine
{
    std::string text;
    std::string origin;
};

class CommandSource
{
public:
    using Taker = std::function<void(std::optional<ScriptLine>)>;

    virtual ~CommandSource() = default;
    /// Calls back once, later, with the next line; with nothing at the end, and then for good.
    virtual void next(const std::string& prompt, Taker taker) = 0;
    /// A person types the lines, sees the prompt, and goes on after an error.
    [[nodiscard]] virtual bool interactive() const { return false; }
};

/// --command and --script.
class ListSource final : public CommandSource
{
public:
    ListSource(util::Executor& executor, std::vector<ScriptLine> lines);

    void next(const std::string& prompt, Taker taker) override;

private:
    util::Executor& m_executor;
    std::deque<ScriptLine> m_lines;
    std::shared_ptr<const bool> m_alive = std::make_shared<const bool>(true);
};

/// Whether all of them are commands. \errors those of parseCommand(), of the first line that is none
[[nodiscard]] util::Result<void> checkCommands(const std::vector<ScriptLine>& lines);

/// What is left of a file that is standard input; nothing if it is a pipe, a terminal or the like.
[[nodiscard]] std::optional<std::vector<ScriptLine>> readStandardInput(int fd);

/// The lines of all commands and scripts, read now, so that a missing file is told before anything is started.
/// \errors Errc::UnreadableScript
[[nodiscard]] util::Result<std::vector<ScriptLine>> readCommands(const std::vector<CommandSpec>& specs);

} // namespace dbgr::app

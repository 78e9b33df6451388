// SPDX-License-Identifier: GPL-3.0-or-later
// Commands of breakpoints: which of them are to be done next, and for which ranks. Whoever does a script's commands
// asks here before each line of his own. Way: session -> here -> batch, window_script. Thread: the session's.
#pragma once

#include "app/dbgr/command_source.h"
#include "session/session.h"
#include "session/session_event.h"
#include "util/ids.h"
#include "util/rank_set.h"

#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::app {

/// "print lap; continue" -> "print lap", "continue". A semicolon in quotes or brackets parts nothing.
[[nodiscard]] std::vector<std::string> splitCommands(std::string_view text);

class StopCommands
{
public:
    explicit StopCommands(session::Session& session) : m_session(session) {}

    /// To be called with all that the session says.
    void take(std::span<const session::SessionEvent> events);
    /// Another job begins, or a command has failed: none of them is done any more.
    void forget();
    /// The next line. The focus is on the ranks that it is for, of those that stopped there and still stand; behind the
    /// last line it is what it was. Nothing: there is none.
    [[nodiscard]] std::optional<ScriptLine> next();
    [[nodiscard]] bool empty() const { return m_blocks.empty() && !m_before; }

private:
    /// Of one breakpoint, for ranks that came to it at the same time.
    struct Block
    {
        util::BreakpointId id;
        util::RankSet ranks;
        std::deque<std::string> lines;
        bool begun = false;
    };
    void focusOn(const util::RankSet& ranks);

    session::Session& m_session;
    std::deque<Block> m_blocks;
    std::optional<util::RankSet> m_before; ///< the focus, while it is another one for them
};

} // namespace dbgr::app

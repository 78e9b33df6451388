// SPDX-License-Identifier: GPL-3.0-or-later
// Commands of breakpoints: which of them are to be done next, and for which ranks. Whoever does a script's commands
// asks here before each line of his own. Way: session -> here -> batch, window_script. Thread: the session's.
//
// Ranks that stand at a breakpoint may be what others wait for, so their commands are done while a command waits for
// ranks: that is put aside until none of them can be done any more. One of theirs that waits holds up nothing but what
// stands behind it.
#pragma once

#include "app/dbgr/command_runner.h"
#include "app/dbgr/command_source.h"
#include "session/session.h"
#include "session/session_event.h"
#include "util/ids.h"
#include "util/rank_set.h"
#include "util/scheduler.h"
#include "util/subscription.h"

#include <chrono>
#include <deque>
#include <functional>
#include <list>
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
    /// How long the others that may stop at a breakpoint are waited for while a command waits anyway.
    static constexpr std::chrono::milliseconds kTogether{100};

    /// \param run does a line of theirs with the runner, and says lineDone() \param goOn asks for proceed() when it may
    /// have become possible
    StopCommands(util::Scheduler& scheduler, session::Session& session, CommandRunner& runner,
                 std::function<void(const ScriptLine&)> run, std::function<void()> goOn);

    /// To be called with all that the session says, before the runner is.
    void take(std::span<const session::SessionEvent> events);
    /// Another job begins, or a command has failed: none of them is done any more.
    void forget();
    /// Goes on with them, or with what was put aside for them. The focus is on the ranks that they are for, of those
    /// that stopped there and still stand; for a script's commands it is what it was.
    /// \return whether it is the turn of a script's next line
    [[nodiscard]] bool proceed();
    /// The line under way has ended.
    void lineDone();
    [[nodiscard]] bool empty() const { return m_blocks.empty() && !m_before && !m_script; }

private:
    /// Of one breakpoint, for ranks that came to it at the same time.
    struct Block
    {
        util::BreakpointId id;
        util::RankSet ranks;
        std::deque<std::string> lines;
        bool begun = false;
        util::RankSet focus;           ///< once it has begun
        CommandRunner::Parked waiting; ///< its last line
        bool isLate = false;           ///< who has not come by now comes later
        util::Subscription moment = {};
    };
    void add(util::BreakpointId id, const session::Breakpoint& breakpoint, const util::RankSet& ranks);
    /// Puts the command under way aside, if that waits, and one of theirs can be done.
    void makeWay();
    void focusOn(const util::RankSet& ranks);
    void enter(Block& block);
    void leave();
    [[nodiscard]] util::RankSet standing(const Block& block) const;
    /// Nobody else is waited for.
    [[nodiscard]] bool isDue(const Block& block) const;
    [[nodiscard]] std::optional<ScriptLine> next();

    util::Scheduler& m_scheduler;
    session::Session& m_session;
    CommandRunner& m_runner;
    std::function<void(const ScriptLine&)> m_run;
    std::function<void()> m_goOn;
    std::list<Block> m_blocks;
    Block* m_current = nullptr;            ///< whose line is under way
    CommandRunner::Parked m_script;        ///< a script's command
    std::optional<util::RankSet> m_before; ///< the focus, while it is another one for them
};

} // namespace dbgr::app

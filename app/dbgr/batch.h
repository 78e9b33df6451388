// SPDX-License-Identifier: GPL-3.0-or-later
// The face without a display: launches a job, does the commands of a source one after the other, tells what happens
// to a printer, and knows the exit status. Thread: the session's.
//
// Flow:
// 1. start() launches, or attaches; commands begin when all ranks are attached (or the launch has failed: 4).
// 2. Each line is parsed and run; a failed one ends a script, not a person's session. Commands of breakpoints at which
//    ranks have stopped are done before the next line, and while a line waits for ranks.
// 3. The end of the commands, and `quit`, give the job up: it is killed, unless it has ended (or is about to) or was
//    detached. After `detach` the end of the commands waits for the job, `quit` does not. A job that was attached to
//    is never killed by an end: it is let go.
// 4. When the session has finished, the exit status is handed out, once.
#pragma once

#include "app/dbgr/command_runner.h"
#include "app/dbgr/command_source.h"
#include "app/dbgr/exit_codes.h"
#include "app/dbgr/launch.h"
#include "app/dbgr/printer.h"
#include "app/dbgr/stop_commands.h"
#include "session/observer.h"
#include "session/session.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace dbgr::app {

struct BatchOptions
{
    std::optional<std::chrono::milliseconds> timeout; ///< of the whole session
    bool keepGoing = false;                           ///< also after a failed command
};

/// What a batch works with; all of it outlives the batch.
struct BatchParts
{
    util::Scheduler& scheduler;
    session::Session& session;
    CommandSource& source;
    Printer& printer;
    SourceFiles& sources;
    SessionKeeper* keeper = nullptr; ///< of the session file; null: there is none
};

class Batch final : private session::Observer
{
public:
    /// How long the session may take to tidy up; then we leave as it is.
    static constexpr std::chrono::seconds kTidyUpLimit{30};
    /// How long the launcher may live on after the last rank has ended.
    static constexpr std::chrono::seconds kEndLimit{30};
    /// A second Ctrl-C within this time kills the job.
    static constexpr std::chrono::seconds kInterruptWindow{2};

    Batch(const BatchParts& parts, BatchOptions options);

    /// \param finished gets dbgr's exit status, once, never inside a call to this class
    void start(JobSpec spec, std::function<void(int)> finished);
    /// Ctrl-C: stops the focused ranks that are waited for; twice, it kills the job.
    void interrupt();
    /// Gives the job up (one that we launched is killed, unless it is detached), and ends with that status: SIGTERM,
    /// SIGHUP, nobody reads our output.
    void terminate(ExitCode why);

private:
    enum class State
    {
        Launching,
        Reading,     ///< the source was asked for a line
        Running,     ///< a command is under way
        AwaitingEnd, ///< no more commands; the job is to end by itself
        Leaving,     ///< the session was told to leave
        Finished
    };

    void sessionChanged(const session::ChangeSet& changes, std::span<const session::SessionEvent> events) override;
    void take(const session::SessionEvent& event);
    void advance();
    void readNext();
    void takeLine(std::optional<ScriptLine> line);
    void run(const ScriptLine& line, bool ofBreakpoint);
    void takeOutcome(CommandRunner::Outcome outcome, bool wasKill);
    void commandFailed();
    void endOfCommands(bool quit);
    void awaitEnd();
    void leave(std::optional<int> exitStatus);
    void finish();

    [[nodiscard]] std::string prompt() const;
    [[nodiscard]] bool jobIsEnding() const;
    [[nodiscard]] bool everyRankIsLost() const;
    [[nodiscard]] bool jobIsOurs() const { return !m_parts.session.attachSpec(); }
    [[nodiscard]] int exitStatus() const;

    BatchParts m_parts;
    BatchOptions m_options;
    CommandRunner m_runner;
    StopCommands m_stopCommands;
    bool m_asked = false; ///< the source for a line
    /// What the source has said while commands of breakpoints were done.
    std::optional<std::optional<ScriptLine>> m_came;
    State m_state = State::Launching;
    bool m_attached = false;         ///< the ranks of the job at hand
    std::optional<int> m_exitStatus; ///< decided by us, whatever the job says
    std::optional<util::TimePoint> m_lastInterrupt;
    std::function<void(int)> m_finished;
    util::Subscription m_observing;
    util::Subscription m_timeout;
    util::Subscription m_limit;
    std::shared_ptr<const bool> m_alive = std::make_shared<const bool>(true);
};

/// dbgr's exit status for a session that failed before, or else after, all ranks were attached.
[[nodiscard]] ExitCode exitCodeOf(const util::Error& failure, const launchers::LaunchSpec& spec, bool wasAttached);

} // namespace dbgr::app

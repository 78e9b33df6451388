// SPDX-License-Identifier: GPL-3.0-or-later
// --command and --script in the window: does the commands one after the other as soon as all ranks are attached, and
// then leaves the job to the user. What batch can replay, the window can, too. Thread: the session's.
//
// Commands of breakpoints are done by it, too, whenever ranks stop there.
//
// Flow: every launch waits for JobAttached; the first starts the commands; a failed one, `quit` and the end of the
// commands are the end of it.
#pragma once

#include "app/dbgr/command_runner.h"
#include "app/dbgr/command_source.h"
#include "app/dbgr/printer.h"
#include "app/dbgr/stop_commands.h"
#include "session/observer.h"
#include "session/session.h"

#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace dbgr::app {

class WindowScript final : private session::Observer
{
public:
    /// \param failed gets the first error; the commands behind it are not done
    WindowScript(util::Scheduler& scheduler, session::Session& session, Printer& printer, SourceFiles& sources,
                 std::vector<ScriptLine> lines, std::function<void(util::Error)> failed);

    ~WindowScript() override;

    /// As CommandRunner::onSave().
    void onSave(SessionSaver saver) { m_runner.onSave(std::move(saver)); }

    /// Commands that are still to be done, with the one under way.
    [[nodiscard]] std::size_t waiting() const { return m_lines.size(); }

private:
    void sessionChanged(const session::ChangeSet& changes, std::span<const session::SessionEvent> events) override;
    void next();
    void run(const ScriptLine& line, bool ofBreakpoint);
    void take(CommandRunner::Outcome outcome, const ScriptLine& line, bool ofBreakpoint);
    void giveUp(util::Error error);

    /// Passes everything on and keeps the error, which the runner tells to a printer only.
    class ErrorKeeper;

    session::Session& m_session;
    std::function<void(util::Error)> m_failed;
    std::unique_ptr<ErrorKeeper> m_printer;
    CommandRunner m_runner;
    StopCommands m_stopCommands;
    std::deque<ScriptLine> m_lines;
    bool m_attached = false;
    util::Subscription m_observing;
};

} // namespace dbgr::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/window_script.h"

#include "app/dbgr/command_language.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace dbgr::app {

class WindowScript::ErrorKeeper final : public Printer
{
public:
    explicit ErrorKeeper(Printer& printer) : m_printer(printer) {}

    [[nodiscard]] std::optional<util::Error> take() { return std::exchange(m_error, std::nullopt); }

    void event(const session::SessionEvent&) override {} // the window tells what happens by itself
    void breakpoint(const session::Breakpoint&) override {}
    void command(const std::string& prompt, const std::string& line) override { m_printer.command(prompt, line); }
    void reply(const Reply& reply) override { m_printer.reply(reply); }
    void error(const util::Error& error, const std::string& command) override
    {
        m_error = error;
        m_printer.error(error, command);
    }
    void note(const std::string& text) override { m_printer.note(text); }

private:
    Printer& m_printer;
    std::optional<util::Error> m_error;
};

WindowScript::WindowScript(util::Scheduler& scheduler, session::Session& session, Printer& printer,
                           SourceFiles& sources, std::vector<ScriptLine> lines, std::function<void(util::Error)> failed)
    : m_session(session), m_failed(std::move(failed)), m_printer(std::make_unique<ErrorKeeper>(printer)),
      m_runner(scheduler, session, *m_printer, sources),
      m_stopCommands(
          scheduler, session, m_runner, [this](const ScriptLine& line) { run(line, true); }, [this] { next(); }),
      m_lines(lines.begin(), lines.end()), m_observing(session.observe(*this))
{}

WindowScript::~WindowScript() = default;

void WindowScript::sessionChanged(const session::ChangeSet& changes, std::span<const session::SessionEvent> events)
{
    m_attached = m_attached || std::any_of(events.begin(), events.end(), [](const session::SessionEvent& event) {
                     return std::holds_alternative<session::JobAttached>(event);
                 });
    if (changes.job)
        m_stopCommands.forget();
    m_stopCommands.take(events);
    m_runner.sessionChanged(changes, events);
    next();
}

void WindowScript::next()
{
    if (m_attached && m_session.processes().count(session::RankState::Starting) == 0 && m_stopCommands.proceed() &&
        !m_lines.empty())
        run(ScriptLine(m_lines.front()), false);
}

void WindowScript::run(const ScriptLine& line, bool ofBreakpoint)
{
    auto command = parseCommand(line.text);
    if (!command)
        return giveUp(std::move(command).error().withContext(line.origin));
    m_printer->command("(dbgr) ", line.text);
    m_runner.run(*command, line.text,
                 [this, line, ofBreakpoint](CommandRunner::Outcome outcome) { take(outcome, line, ofBreakpoint); });
}

void WindowScript::take(CommandRunner::Outcome outcome, const ScriptLine& line, bool ofBreakpoint)
{
    if (outcome == CommandRunner::Outcome::Failed) {
        util::Error error = m_printer->take().value_or(util::Error{});
        return giveUp(std::move(error).withContext(line.origin.empty() ? line.text : line.origin));
    }
    m_stopCommands.lineDone();
    if (outcome == CommandRunner::Outcome::Quit)
        m_lines.clear();
    else if (!ofBreakpoint && !m_lines.empty())
        m_lines.pop_front();
    next();
}

void WindowScript::giveUp(util::Error error)
{
    m_lines.clear();
    m_stopCommands.forget();
    m_failed(std::move(error));
}

} // namespace dbgr::app

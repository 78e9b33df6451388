// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/batch.h"

#include "app/dbgr/command_language.h"
#include "launchers/launcher_error.h"
#include "net/net_error.h"
#include "session/describe.h"
#include "util/exit_byte.h"
#include "util/overloaded.h"

#include <filesystem>
#include <utility>

namespace dbgr::app {

namespace {

/// The launcher was typed as a path, and something is there.
bool namesAFile(const launchers::LaunchSpec& spec)
{
    if (spec.argv.empty() || spec.argv.front().find('/') == std::string::npos)
        return false;
    std::error_code error;
    return std::filesystem::exists(std::filesystem::path(spec.workingDirectory) / spec.argv.front(), error);
}

} // namespace

Batch::Batch(const BatchParts& parts, BatchOptions options)
    : m_parts(parts), m_options(options), m_runner(parts.scheduler, parts.session, parts.printer, parts.sources,
                                                   parts.source.interactive() ? Until::Any : Until::All),
      m_stopCommands(
          parts.scheduler, parts.session, m_runner, [this](const ScriptLine& line) { run(line, true); },
          [this] { advance(); })
{
    if (parts.keeper)
        m_runner.onSave([keeper = parts.keeper](const std::string& file) { return keeper->save(file); });
}

void Batch::start(JobSpec spec, std::function<void(int)> finished)
{
    m_finished = std::move(finished);
    m_observing = m_parts.session.observe(*this);
    if (m_options.timeout)
        m_timeout = m_parts.scheduler.after(*m_options.timeout, [this] {
            const double seconds = std::chrono::duration<double>(*m_options.timeout).count();
            char text[64];
            std::snprintf(text, sizeof text, "the session took longer than %g s (--timeout)", seconds);
            m_parts.printer.error({std::make_error_code(std::errc::timed_out), text,
                                   jobIsOurs() ? "The job is killed." : "The job is let go."},
                                  "");
            terminate(ExitCode::TimedOut);
        });
    const auto begun = std::visit(
        util::Overloaded{[this](launchers::LaunchSpec& launch) { return m_parts.session.launch(std::move(launch)); },
                         [this](launchers::AttachSpec& attach) { return m_parts.session.attach(std::move(attach)); }},
        spec);
    if (!begun) {
        m_parts.printer.error(begun.error(), "");
        leave(static_cast<int>(ExitCode::LaunchFailed));
    }
}

// --- news ------------------------------------------------------------------------------------------------------------

void Batch::sessionChanged(const session::ChangeSet& changes, std::span<const session::SessionEvent> events)
{
    if (changes.job) {
        m_stopCommands.forget();
        m_attached = false;
        if (m_state == State::Running) // a restart: what became of the job before does not count
            m_exitStatus.reset();
    }
    for (const session::SessionEvent& event : events)
        take(event);
    m_stopCommands.take(events);
    m_runner.sessionChanged(changes, events);
    advance();
}

void Batch::take(const session::SessionEvent& event)
{
    m_parts.printer.event(event);
    if (std::holds_alternative<session::JobAttached>(event))
        m_attached = true;
}

void Batch::advance()
{
    const bool starting = m_parts.session.processes().count(session::RankState::Starting) > 0;
    switch (m_state) {
    case State::Launching:
        if (m_parts.session.canLaunch())
            finish();
        else if (m_attached && !starting)
            readNext();
        return;
    case State::AwaitingEnd:
    case State::Leaving:
        if (m_parts.session.canLaunch())
            finish();
        return;
    case State::Reading: // for nobody knows how long
    case State::Running:
        if (!m_stopCommands.empty())
            readNext();
        return;
    case State::Finished:
        return;
    }
}

// --- commands --------------------------------------------------------------------------------------------------------

std::string Batch::prompt() const
{
    const util::RankSet& focus = m_parts.session.focus();
    if (focus.empty())
        return "(dbgr) ";
    const auto thread = m_runner.leadingThread();
    return "(dbgr " + session::shortRanks(focus) + (thread ? " thread " + std::to_string(*thread) : "") + ") ";
}

void Batch::readNext()
{
    m_state = State::Running;
    if (!m_stopCommands.proceed())
        return;
    m_state = State::Reading;
    if (m_came)
        return takeLine(*std::exchange(m_came, std::nullopt));
    if (std::exchange(m_asked, true))
        return; // before commands of breakpoints came between
    m_parts.source.next(prompt(), [this, alive = std::weak_ptr(m_alive)](std::optional<ScriptLine> line) {
        if (alive.expired())
            return;
        m_asked = false;
        if (m_state == State::Reading)
            takeLine(std::move(line));
        else if (m_state == State::Running)
            m_came = std::move(line);
    });
}

void Batch::takeLine(std::optional<ScriptLine> line)
{
    if (!line)
        return endOfCommands(false);
    run(*std::move(line), false);
}

void Batch::run(const ScriptLine& line, bool ofBreakpoint)
{
    m_state = State::Running;
    auto command = parseCommand(line.text);
    const bool blank = command && std::holds_alternative<NoCommand>(*command);
    if (!blank && (ofBreakpoint || !m_parts.source.interactive()))
        m_parts.printer.command(prompt(), line.text);
    if (!command) {
        auto error = std::move(command).error();
        m_parts.printer.error(line.origin.empty() ? error : std::move(error).withContext(line.origin), line.text);
        return commandFailed();
    }
    const bool kills = std::holds_alternative<KillCommand>(*command);
    m_runner.run(*command, line.text, [this, kills](CommandRunner::Outcome outcome) { takeOutcome(outcome, kills); });
}

void Batch::takeOutcome(CommandRunner::Outcome outcome, bool wasKill)
{
    if (m_state != State::Running)
        return; // we are leaving by now
    m_stopCommands.lineDone();
    switch (outcome) {
    case CommandRunner::Outcome::Done:
        if (wasKill)
            m_exitStatus = static_cast<int>(ExitCode::Killed);
        return readNext();
    case CommandRunner::Outcome::Failed:
        return commandFailed();
    case CommandRunner::Outcome::Quit:
        return endOfCommands(true);
    }
}

void Batch::commandFailed()
{
    m_stopCommands.forget();
    if (m_parts.source.interactive() || m_options.keepGoing)
        return readNext();
    const bool isOver = m_parts.session.canLaunch() || jobIsEnding();
    const std::string now = isOver || m_parts.session.nothingRuns() ? ""
                            : jobIsOurs()                           ? ": the job is killed"
                                                                    : ": the job is let go";
    m_parts.printer.note("A command of a script has failed" + now + ". (--keep-going goes on.)");
    if (!isOver)
        return leave(static_cast<int>(ExitCode::CommandFailed));
    m_exitStatus = static_cast<int>(ExitCode::CommandFailed);
    awaitEnd();
}

// --- the end ---------------------------------------------------------------------------------------------------------

bool Batch::jobIsEnding() const
{
    const session::ProcessTable& table = m_parts.session.processes();
    return m_parts.session.jobStatus() || (table.size() > 0 && table.count(session::RankState::Ended) == table.size());
}

/// Nobody debugs the job any more, and nobody let it go: its daemons were lost.
bool Batch::everyRankIsLost() const
{
    const session::ProcessTable& table = m_parts.session.processes();
    return table.count(session::RankState::Lost) > 0 && table.standing().empty() && table.unsettled().empty();
}

/// Of a job that ends by itself, or has.
void Batch::awaitEnd()
{
    if (m_parts.session.canLaunch())
        return finish();
    m_state = State::AwaitingEnd;
    m_limit = m_parts.scheduler.after(kEndLimit, [this] { leave(std::nullopt); });
}

void Batch::endOfCommands(bool quit)
{
    if (m_parts.session.canLaunch() || jobIsEnding())
        return awaitEnd();
    const session::ProcessTable& table = m_parts.session.processes();
    const bool lost = everyRankIsLost();
    // Those that are held wait for us, for ever.
    if (lost && !quit && jobIsOurs() && !table.held().intersects(table.inState(session::RankState::Lost))) {
        m_parts.printer.note("The job goes on without the debugger: its end is awaited.");
        m_state = State::AwaitingEnd;
        return;
    }
    if (lost || m_parts.session.state() != session::SessionState::Detached) {
        if (!jobIsOurs()) {
            if (!m_parts.session.nothingRuns())
                m_parts.printer.note("The job is let go: it goes on without dbgr.");
            return leave(0);
        }
        m_parts.printer.note("The job has not ended: it is killed. ('detach' would let it go on.)");
        return leave(static_cast<int>(ExitCode::Killed));
    }
    if (quit || m_parts.session.nothingRuns())
        return leave(0);
    m_state = State::AwaitingEnd;
}

void Batch::leave(std::optional<int> exitStatus)
{
    if (m_state == State::Leaving || m_state == State::Finished)
        return;
    if (exitStatus)
        m_exitStatus = exitStatus;
    m_state = State::Leaving;
    if (m_parts.session.canLaunch())
        return finish();
    m_limit = m_parts.scheduler.after(kTidyUpLimit, [this] { finish(); });
    m_parts.session.leave();
}

void Batch::finish()
{
    if (m_state == State::Finished)
        return;
    m_state = State::Finished;
    m_timeout.cancel();
    m_limit.cancel();
    m_parts.scheduler.post([this, alive = std::weak_ptr(m_alive)] {
        if (!alive.expired())
            m_finished(exitStatus());
    });
}

int Batch::exitStatus() const
{
    if (m_exitStatus)
        return *m_exitStatus;
    const auto& failure = m_parts.session.failure();
    const auto& status = m_parts.session.jobStatus();
    // A launcher that lost its job may call that a success.
    if (status && status->exitStatus && (m_attached || !failure) && (*status->exitStatus != 0 || !failure))
        return util::exitByte(*status->exitStatus);
    if (failure)
        return static_cast<int>(exitCodeOf(*failure, m_parts.session.launchSpec(), m_attached));
    return static_cast<int>(m_attached ? ExitCode::SessionFailed : ExitCode::LaunchFailed);
}

void Batch::interrupt()
{
    if (m_state == State::Leaving || m_state == State::Finished)
        return;
    const util::TimePoint now = m_parts.scheduler.now();
    const auto last = std::exchange(m_lastInterrupt, now);
    if (m_state == State::Launching || (last && now - *last < kInterruptWindow))
        return terminate(ExitCode::Interrupted);
    if (m_runner.endSampling())
        return;
    if (m_runner.cancelQuestions())
        return m_parts.printer.note("Cancelled; Ctrl-C again gives the job up.");
    m_stopCommands.forget();
    const auto interrupted = m_parts.session.interrupt(m_parts.session.focus() | m_runner.waitedFor());
    m_parts.printer.note(interrupted ? "Interrupting the focused ranks; Ctrl-C again gives the job up."
                                     : "Ctrl-C again leaves.");
}

void Batch::terminate(ExitCode why)
{
    leave(static_cast<int>(why));
}

ExitCode exitCodeOf(const util::Error& failure, const launchers::LaunchSpec& spec, bool wasAttached)
{
    if (failure.code == net::Errc::NotExecutable)
        return ExitCode::NotExecutable;
    if (failure.code == launchers::Errc::NotFound || failure.code == net::Errc::NoSuchProgram)
        return namesAFile(spec) ? ExitCode::NotExecutable : ExitCode::NotFound;
    return wasAttached ? ExitCode::SessionFailed : ExitCode::LaunchFailed;
}

} // namespace dbgr::app

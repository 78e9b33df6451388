// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/application.h"

#include "app/dbgr/app_error.h"
#include "app/dbgr/batch.h"
#include "app/dbgr/doctor_command.h"
#include "app/dbgr/help.h"
#include "app/dbgr/jobs_listing.h"
#include "app/dbgr/json_printer.h"
#include "app/dbgr/launch.h"
#include "app/dbgr/pipe_source.h"
#include "app/dbgr/recording.h"
#include "app/dbgr/report_command.h"
#include "app/dbgr/session_keeper.h"
#include "app/dbgr/stacks_printer.h"
#include "app/dbgr/standard_output.h"
#include "app/dbgr/terminal_source.h"
#include "app/dbgr/text_printer.h"
#include "app/doctor/version_report.h"
#include "net/child_spec.h"
#include "session/error_text.h"
#include "session/session.h"

#include <csignal>
#include <cstdlib>
#include <unistd.h>

namespace dbgr::app {

namespace {

int printText(const std::string& text)
{
    StandardOutput(STDOUT_FILENO).write(text);
    return 0;
}

bool wantsColours()
{
    const char* const noColour = std::getenv("NO_COLOR"); // no-color.org
    const char* const terminal = std::getenv("TERM");
    return ::isatty(STDOUT_FILENO) && !(noColour && *noColour) && terminal && std::string(terminal) != "dumb";
}

/// Everything that lives as long as the session does, in the order of its making; taken down backwards.
class Application
{
public:
    /// \param script nothing: commands come from standard input
    Application(net::EventLoop& loop, const CommandLine& line, std::optional<std::vector<ScriptLine>> script);

    /// \param document of the session file; an empty one without
    int run(std::unique_ptr<session::Backend> backend, const session::SessionDocument& document,
            std::vector<std::string> environment, Recording& recording);

private:
    void makeSource(std::optional<std::vector<ScriptLine>> script);
    void makePrinter();
    void watchSignals(Batch& batch);
    Writer writerTo(StandardOutput& output);

    net::EventLoop& m_loop;
    const CommandLine& m_line;
    StandardOutput m_out{STDOUT_FILENO};
    StandardOutput m_errors{STDERR_FILENO};
    SourceFiles m_sources;
    TerminalSource* m_terminal = nullptr; ///< m_source, if it is one
    std::unique_ptr<CommandSource> m_source;
    std::unique_ptr<Printer> m_problems; ///< of m_printer, where that is of stacks
    std::unique_ptr<Printer> m_printer;
    StacksPrinter* m_stacks = nullptr; ///< m_printer, if it is one
    std::vector<util::Subscription> m_signals;
};

Application::Application(net::EventLoop& loop, const CommandLine& line, std::optional<std::vector<ScriptLine>> script)
    : m_loop(loop), m_line(line)
{
    makeSource(std::move(script));
    makePrinter();
}

void Application::makeSource(std::optional<std::vector<ScriptLine>> script)
{
    if (script) {
        m_source = std::make_unique<ListSource>(m_loop, *std::move(script));
    } else if (::isatty(STDIN_FILENO)) {
        const bool promptOnOutput = !m_line.json && ::isatty(STDOUT_FILENO);
        auto terminal =
            std::make_unique<TerminalSource>(m_loop, promptOnOutput ? STDOUT_FILENO : STDERR_FILENO, historyPath());
        m_terminal = terminal.get();
        m_source = std::move(terminal);
    } else {
        m_source = std::make_unique<PipeSource>(m_loop, STDIN_FILENO);
    }
}

Writer Application::writerTo(StandardOutput& output)
{
    if (!m_terminal)
        return [&output](std::string_view text) { output.write(text); };
    return [this, &output](std::string_view text) { m_terminal->above([&] { output.write(text); }); };
}

void Application::makePrinter()
{
    if (m_line.stacks) {
        m_problems =
            std::make_unique<TextPrinter>([](std::string_view) {}, writerTo(m_errors), m_sources, Style(false));
        auto stacks = std::make_unique<StacksPrinter>(*m_line.stacks, writerTo(m_out), *m_problems);
        m_stacks = stacks.get();
        m_printer = std::move(stacks);
    } else if (m_line.json) {
        m_printer = std::make_unique<JsonPrinter>(writerTo(m_out));
    } else {
        m_printer =
            std::make_unique<TextPrinter>(writerTo(m_out), writerTo(m_errors), m_sources, Style(wantsColours()));
    }
}

void Application::watchSignals(Batch& batch)
{
    m_signals.push_back(m_loop.onSignal(SIGINT, [this, &batch] {
        if (!m_terminal || !m_terminal->clearLine())
            batch.interrupt();
    }));
    m_signals.push_back(m_loop.onSignal(SIGTERM, [&batch] { batch.terminate(ExitCode::Terminated); }));
    m_signals.push_back(m_loop.onSignal(SIGHUP, [&batch] { batch.terminate(ExitCode::HungUp); }));
}

int Application::run(std::unique_ptr<session::Backend> backend, const session::SessionDocument& document,
                     std::vector<std::string> environment, Recording& recording)
{
    session::Session session(m_loop, std::move(backend));
    recording.watch(session);
    session.findSourcesBy([this](const std::string& path) { return m_sources.candidates(path); });
    SessionKeeper keeper(session, *m_printer, m_sources.folders(), document, environment);
    Batch batch({m_loop, session, *m_source, *m_printer, m_sources, &keeper}, {m_line.timeout, m_line.keepGoing});
    int exitStatus = static_cast<int>(ExitCode::OwnFailure);
    watchSignals(batch);
    m_out.onFailure([&batch] { batch.terminate(ExitCode::OwnFailure); });
    if (!m_line.sessionFile.empty())
        keeper.restore();
    batch.start(jobSpec(m_line, std::move(environment), document), [this, &exitStatus](int status) {
        exitStatus = status;
        m_loop.stop();
    });
    m_loop.run();
    m_out.onFailure(nullptr);
    m_signals.clear();
    const bool isMissing = m_stacks && !m_stacks->finish();
    return isMissing && exitStatus == 0 ? static_cast<int>(ExitCode::CommandFailed) : exitStatus;
}

/// The commands, as far as they can be known and checked before the launch.
util::Result<std::optional<std::vector<ScriptLine>>> readScript(const CommandLine& line)
{
    std::optional<std::vector<ScriptLine>> script;
    if (line.stacks) {
        script = linesFor(*line.stacks);
    } else if (line.commands.empty()) {
        script = readStandardInput(STDIN_FILENO);
    } else {
        DBGR_TRY(script, readCommands(line.commands));
    }
    if (script && !line.keepGoing)
        DBGR_TRY(checkCommands(*script));
    return script;
}

util::Error nothingToLaunch(const CommandLine& line)
{
    if (!line.sessionFile.empty())
        return {
            Errc::BadUsage, "the session " + line.sessionFile + " does not say how its job is started",
            "Put the command behind it: dbgr --batch --session FILE mpiexec -n 4 ./program; or attach: --attach PID"};
    return {Errc::BadUsage, "what to launch is missing",
            "Put your usual command behind the options: dbgr --batch mpiexec -n 4 ./program"};
}

int runBatch(const CommandLine& line, const BackendFactory& makeBackend)
{
    const auto document = sessionOf(line);
    if (!document)
        return failWith(ExitCode::BadUsage, document.error());
    if (line.launcher.empty() && !line.attach && !document->launch)
        return failWith(ExitCode::BadUsage, nothingToLaunch(line));
    auto script = readScript(line);
    if (!script)
        return failWith(ExitCode::BadUsage, script.error());
    auto recording = Recording::open(line.recordFile);
    if (!recording)
        return failWith(ExitCode::BadUsage, recording.error());
    auto loop = net::EventLoop::create();
    if (!loop)
        return failWith(ExitCode::OwnFailure, loop.error());
    std::vector<std::string> environment = net::currentEnvironment();
    auto backend = makeBackend(**loop, **loop, environment);
    Application application(**loop, line, *std::move(script));
    const int status = application.run(std::move(backend), *document, std::move(environment), *recording);
    if (const auto written = recording->finish(); !written)
        return failWith(ExitCode::OwnFailure, written.error());
    return status;
}

int runOwn(const DoctorRequest& request, bool withWindow)
{
    return runDoctor(request, withWindow);
}

int runOwn(const ReportRequest& request, bool withWindow)
{
    return runReport(request, withWindow);
}

} // namespace

int failWith(ExitCode code, const util::Error& error)
{
    StandardOutput(STDERR_FILENO).write("dbgr: " + session::errorText(error) + "\n");
    return static_cast<int>(code);
}

int runApplication(std::span<const std::string> arguments, const BackendFactory& makeBackend,
                   const WindowRunner& runWindow)
{
    const auto line = parseCommandLine(arguments);
    if (!line)
        return failWith(ExitCode::BadUsage, line.error());
    if (line->help)
        return printText(helpText());
    if (line->version)
        return printText(line->verbose ? doctor::versionReport() : versionText() + "\n");
    if (!line->logFile.empty() && !util::log::open(line->logFile, line->logLevel))
        return failWith(ExitCode::BadUsage, {Errc::BadUsage, "--log " + line->logFile + ": the file cannot be made",
                                             "Name a file that does not exist yet, or is yours."});
    if (line->jobs)
        return listJobs(line->json);
    if (line->own)
        return std::visit([&](const auto& request) { return runOwn(request, runWindow != nullptr); }, *line->own);
    if (runWindow && !line->batch)
        return runWindow(*line, makeBackend);
    return runBatch(*line, makeBackend);
}

} // namespace dbgr::app

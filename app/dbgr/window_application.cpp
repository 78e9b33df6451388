// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/window_application.h"

#include "app/dbgr/app_error.h"
#include "app/dbgr/exit_codes.h"
#include "app/dbgr/launch.h"
#include "app/dbgr/source_files.h"
#include "app/dbgr/text_printer.h"
#include "app/dbgr/window_script.h"
#include "net/child_spec.h"
#include "net/event_loop.h"
#include "session/session.h"
#include "ui/bridge/current_place.h"
#include "ui/bridge/notices.h"
#include "ui/bridge/qt_scheduler.h"
#include "ui/bridge/session_bridge.h"
#include "ui/settings/settings.h"
#include "ui/theme/theme.h"
#include "ui/window/actions.h"
#include "ui/window/main_window.h"
#include "ui/window/run_control.h"
#include "util/result.h"

#include "util/log.h"
#include "util/string_util.h"

#include <QApplication>
#include <QPointer>
#include <QTimer>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <unistd.h>
#include <vector>

namespace dbgr::app {

namespace {

/// How long a job may take to be tidied up after the window was closed.
constexpr std::chrono::seconds kTidyUpLimit{30};

/// Qt ends a program that cannot reach its display with abort(); a sentence and an exit status are kinder.
void takeQtMessage(QtMsgType type, const QMessageLogContext& context, const QString& message)
{
    const QByteArray text = qFormatLogMessage(type, context, message).toLocal8Bit();
    std::cerr << text.constData() << '\n';
    if (type != QtFatalMsg)
        return;
    std::cerr << "dbgr: opening the window failed\n"
                 "  What to do: look at DISPLAY or WAYLAND_DISPLAY, or work without a window: dbgr --batch ...\n";
    ::_exit(static_cast<int>(ExitCode::OwnFailure));
}

/// Everything that lives as long as the window, in the order of its making; taken down backwards.
struct WindowApplication
{
    WindowApplication(util::Scheduler& scheduler, std::unique_ptr<session::Backend> backend)
        : session(scheduler, std::move(backend))
    {
        window.show();
        QObject::connect(&window, &ui::MainWindow::closed, qApp, &QCoreApplication::quit);
    }

    session::Session session;
    ui::Settings settings;
    ui::Theme theme{settings};
    ui::Actions actions{settings, theme};
    ui::SessionBridge bridge{session};
    ui::CurrentPlace place{bridge};
    ui::Notices notices;
    ui::UiContext context{bridge, place, notices, settings, theme, actions};
    ui::RunControl control{context};
    ui::MainWindow window{context, control};
};

/// \thread the loop's owner: before its thread runs
std::vector<util::Subscription> closeOnSignals(net::EventLoop& loop, util::Executor& gui, ui::MainWindow& window)
{
    std::vector<util::Subscription> signalWatches;
    for (const int signalNumber : {SIGINT, SIGTERM, SIGHUP})
        signalWatches.push_back(loop.onSignal(signalNumber, [&gui, weak = QPointer(&window)] {
            gui.post([weak] {
                if (weak)
                    weak->closeAtOnce();
                QTimer::singleShot(kTidyUpLimit, qApp, &QCoreApplication::quit);
            });
        }));
    return signalWatches;
}

/// Whether there is a display to open a window on. \errors Errc::NoDisplay
util::Result<void> checkDisplay()
{
    for (const char* const name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
        const char* const value = std::getenv(name);
        if (value && *value)
            return util::ok();
    }
    return util::fail(Errc::NoDisplay,
                      "opening the window: there is no display (DISPLAY and WAYLAND_DISPLAY are not set)",
                      "Log in with 'ssh -X', or work without a window: dbgr --batch ...");
}

/// What --command and --script need as long as they run. Replies go to the log.
struct ScriptRun
{
    ScriptRun(util::Scheduler& scheduler, WindowApplication& application, std::vector<ScriptLine> lines)
        : script(scheduler, application.session, printer, sources, std::move(lines), [&application](util::Error error) {
              application.notices.show(ui::errorNotice(QStringLiteral("script"), error));
          })
    {}

    static void log(std::string_view text)
    {
        for (const std::string_view line : util::split(text, '\n')) {
            if (!line.empty())
                util::log::info("script", line);
        }
    }

    SourceFiles sources;
    TextPrinter printer{log, log, sources, Style(false)};
    WindowScript script;
};

} // namespace

int runWindow(const CommandLine& line, const BackendFactory& makeBackend)
{
    if (const auto display = checkDisplay(); !display)
        return failWith(ExitCode::OwnFailure, display.error());
    auto script = readCommands(line.commands);
    if (!script)
        return failWith(ExitCode::BadUsage, script.error());
    qInstallMessageHandler(takeQtMessage);
    static char name[] = "dbgr";
    static char* arguments[] = {name, nullptr};
    int count = 1;
    QApplication qt(count, arguments);
    QApplication::setApplicationName(QStringLiteral("dbgr"));
    QApplication::setDesktopFileName(QStringLiteral("dbgr"));
    QApplication::setQuitOnLastWindowClosed(false); // the job is left first

    ui::QtScheduler gui;
    auto loop = net::EventLoop::create();
    if (!loop)
        return failWith(ExitCode::OwnFailure, loop.error());
    std::vector<util::Subscription> signalWatches; // dropped when the loop's thread has ended
    std::vector<std::string> environment = net::currentEnvironment();
    {
        WindowApplication application(gui, makeBackend(**loop, gui, environment));
        signalWatches = closeOnSignals(**loop, gui, application.window);
        (*loop)->startThread();
        const ScriptRun commands(gui, application, *std::move(script));
        if (!line.launcher.empty())
            application.control.launch(launchSpec(line, std::move(environment)));
        QApplication::exec();
    }
    // Behind what the session's end has posted.
    (*loop)->post([&loop] { (*loop)->stop(); });
    (*loop)->join();
    return 0;
}

} // namespace dbgr::app

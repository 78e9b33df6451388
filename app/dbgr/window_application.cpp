// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/window_application.h"

#include "app/dbgr/app_error.h"
#include "app/dbgr/exit_codes.h"
#include "app/dbgr/launch.h"
#include "app/dbgr/portable_qt.h"
#include "app/dbgr/recording.h"
#include "app/dbgr/source_files.h"
#include "app/dbgr/text_printer.h"
#include "app/dbgr/window_parts.h"
#include "app/dbgr/window_script.h"
#include "net/child_spec.h"
#include "ui/sessions/session_files.h"
#include "ui/settings/engine_settings.h"
#include "ui/settings/setting_keys.h"
#include "ui/theme/application_icon.h"
#include "util/log.h"
#include "util/result.h"
#include "util/string_util.h"

#include <QApplication>
#include <QFile>
#include <QFileInfo>
#include <QObject>
#include <QStringList>

#include <cstdlib>
#include <iostream>
#include <string>
#include <unistd.h>
#include <vector>

namespace dbgr::app {

namespace {

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
    ScriptRun(util::Scheduler& scheduler, WindowParts& parts, std::vector<ScriptLine> lines)
        : script(scheduler, parts.session, printer, sources, std::move(lines),
                 [&parts](util::Error error) { parts.notices.show(ui::errorNotice(QStringLiteral("script"), error)); })
    {
        shareFolders(parts.settings);
    }

    /// They are the window's.
    void shareFolders(ui::Settings& settings)
    {
        const auto take = [this, &settings] {
            const QStringList folders = settings.value(ui::setting::kPathMappings);
            sources.folders() = {};
            for (qsizetype i = 0; i + 1 < folders.size(); i += 2)
                sources.folders().add({folders[i].toStdString(), folders[i + 1].toStdString()});
        };
        take();
        QObject::connect(&settings, &ui::Settings::changed, &context, take);
        sources.onFolders([&settings](const session::SourceFolders& folders) {
            QStringList stored;
            for (const session::SourceFolder& one : folders.all())
                stored << QString::fromStdString(one.from) << QString::fromStdString(one.to);
            settings.set(ui::setting::kPathMappings, stored);
        });
    }

    static void log(std::string_view text)
    {
        for (const std::string_view line : util::split(text, '\n')) {
            if (!line.empty())
                util::log::info("script", line);
        }
    }

    QObject context; ///< of what the settings tell
    SourceFiles sources;
    TextPrinter printer{log, log, sources, Style(false)};
    WindowScript script;
};

QString absolutePath(const std::string& file)
{
    return QFileInfo(QFile::decodeName(QByteArray::fromStdString(file))).absoluteFilePath();
}

} // namespace

int runWindow(const CommandLine& line, const BackendFactory& makeBackend)
{
    if (const auto display = checkDisplay(); !display)
        return failWith(ExitCode::OwnFailure, display.error());
    auto script = readCommands(line.commands);
    if (!script)
        return failWith(ExitCode::BadUsage, script.error());
    if (const auto checked = checkCommands(*script); !checked)
        return failWith(ExitCode::BadUsage, checked.error());
    const auto document = sessionOf(line);
    if (!document)
        return failWith(ExitCode::BadUsage, document.error());
    auto recording = Recording::open(line.recordFile);
    if (!recording)
        return failWith(ExitCode::BadUsage, recording.error());
    qInstallMessageHandler(takeQtMessage);
    static char name[] = "dbgr";
    static char* arguments[] = {name, nullptr};
    int count = 1;
    prepareOwnQt();
    QApplication qt(count, arguments);
    tidyUpAfterQt();
    QApplication::setApplicationName(QStringLiteral("dbgr"));
    QApplication::setDesktopFileName(QStringLiteral("dbgr"));
    QApplication::setWindowIcon(ui::applicationIcon());
    QApplication::setQuitOnLastWindowClosed(false); // the job is left first

    std::vector<std::string> environment = net::currentEnvironment();
    const auto host = WindowHost::make(makeBackend, ui::withEngineSettings(environment, ui::Settings()));
    if (!host)
        return failWith(ExitCode::OwnFailure, host.error());
    (*host)->closeOnSignals();
    (*host)->start();
    WindowParts& parts = (*host)->parts();
    recording->watch(parts.session);
    QObject::connect(&parts.window, &ui::MainWindow::closed, &qt, &QCoreApplication::quit);
    parts.window.show();
    util::log::info("window", "shown");
    ScriptRun commands((*host)->scheduler(), parts, *std::move(script));
    commands.script.onSave([&parts](const std::string& file) {
        return parts.window.sessionFiles().save(QFile::decodeName(QByteArray::fromStdString(file)));
    });
    if (!line.sessionFile.empty())
        parts.window.takeSession(*document, absolutePath(line.sessionFile));
    if (!line.launcher.empty())
        parts.window.launch(std::get<launchers::LaunchSpec>(jobSpec(line, std::move(environment), *document)));
    else if (line.attach)
        parts.window.attach(std::get<launchers::AttachSpec>(jobSpec(line, std::move(environment))));
    QApplication::exec();
    if (const auto written = recording->finish(); !written)
        return failWith(ExitCode::OwnFailure, written.error());
    return 0;
}

} // namespace dbgr::app

// SPDX-License-Identifier: GPL-3.0-or-later
// Session files by keys and clicks: saved in one window and opened in another, which starts the same job with all that
// was set up; asked before something is lost; and found again after a dbgr was killed.
#include "session/file/session_file.h"
#include "session/file/session_snapshot.h"
#include "tests/support/gui/gui_main.h"
#include "tests/support/gui/window_run.h"
#include "ui/sessions/session_files.h"
#include "ui/settings/setting_keys.h"
#include "ui/window/action_table.h"

#include <QAbstractItemView>
#include <QFile>
#include <QLineEdit>
#include <QMessageBox>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_gui_sessions {

using dbgr::session::SessionState;
namespace session = dbgr::session;
using dbgr::test::builtProgram;
using dbgr::test::WindowRun;
namespace action = dbgr::ui::action;
namespace setting = dbgr::ui::setting;

namespace {

/// Something of everything that is set up by commands. The last one is in the file when all are.
constexpr const char* kOfAllKinds[] = {"break work if lap == 2",
                                       "break ring.cpp:30 on 1",
                                       "tbreak main",
                                       "barrier passToken",
                                       "catch throw std::bad_alloc",
                                       "catch syscall openat",
                                       "catch mpi-error",
                                       "trace work, lap, state.rank if lap > 0",
                                       "commands 1 where; locals",
                                       "ignore 2 3",
                                       "bgroup early 1 3",
                                       "disable 5",
                                       "handle SIGUSR1 stop",
                                       "handle SIGUSR2 tell nopass",
                                       "float-traps on 0",
                                       "set stop-all on",
                                       "map /build /data",
                                       "group front = 0",
                                       "group rest = !front",
                                       "group then := held",
                                       "group last = 0"};

/// Types a breakpoint where the keyboard asks for one.
bool breakAt(WindowRun& run, const QString& place)
{
    const auto before = run.session().breakpoints().all().size();
    run.command(action::kNewBreakpoint);
    run.type(place);
    run.key(Qt::Key_Return);
    return run.until([&] { return run.session().breakpoints().all().size() == before + 1; });
}

/// Answers a file dialog by its keyboard.
bool chooseFile(WindowRun& run, const QString& dialog, const QString& file)
{
    auto* const name = run.seen(dialog) ? run.find(dialog)->findChild<QLineEdit*>("fileNameEdit") : nullptr;
    if (!name)
        return false;
    name->setCompleter(nullptr); // its list of names is a window of its own, which comes when it likes
    run.key(Qt::CTRL | Qt::Key_A);
    run.type(file);
    run.key(Qt::Key_Return);
    return run.until([&] { return !run.find(dialog) || !run.find(dialog)->isVisible(); });
}

bool saveByKeys(WindowRun& run, const QString& file, const char* command = action::kSaveSession)
{
    run.command(command);
    return chooseFile(run, "saveSession", file) && run.notice("The session was saved");
}

} // namespace

class TestGuiSessions : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void whatOneWindowSavesAnotherOpens();
    void changesAreMarkedAndAskedFor();
    void whatAnotherSavedIsNotOverwrittenUnasked();
    void openingWhileAJobRunsAsksFirst();
    void aJobIsRestartedWithAnotherCommand();
    void aKilledDbgrLeavesItsSession();
    void aKilledWindowLeavesWhatWasSetUpByHand();

private:
    /// A window that is a process of its own, with state in `state()`.
    void startAnother(QProcess& process, const QStringList& arguments);
    [[nodiscard]] QString state() const { return m_folder->filePath("state"); }
    /// What it has kept of a session that is not saved; nothing: nothing yet.
    [[nodiscard]] std::optional<session::SessionDocument> kept() const;
    [[nodiscard]] QString file() const { return m_folder->filePath("ring.dbgr"); }
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestGuiSessions::whatOneWindowSavesAnotherOpens()
{
    {
        WindowRun run;
        QVERIFY2(run.launchHeld(2, builtProgram("ring"), {"--laps", "2"}), run.transcript());
        QVERIFY2(breakAt(run, "work if lap == 2"), run.transcript());
        run.parts().settings.set(setting::kWatches, QStringList{"lap"});
        QVERIFY2(saveByKeys(run, file()), run.transcript());
        QVERIFY2(run.window().windowTitle().startsWith("ring[*] - "), qPrintable(run.window().windowTitle()));
        const QString copy = m_folder->filePath("copy.dbgr");
        QVERIFY2(saveByKeys(run, copy, action::kSaveSessionAs), run.transcript());
        QVERIFY2(run.until([&] { return QFile::exists(copy); }), run.transcript());
        QVERIFY2(run.window().windowTitle().startsWith("copy[*] - "), qPrintable(run.window().windowTitle()));
    }
    WindowRun run;
    QVERIFY2(run.open(), run.transcript());
    run.command(action::kOpenSession);
    QVERIFY2(chooseFile(run, "openSession", file()), run.transcript());
    QVERIFY2(run.until([&] { return run.textOf("command").contains("--laps 2"); }), run.transcript());
    QVERIFY(run.session().canLaunch()); // nothing was started by it
    QVERIFY2(run.until([&] { return run.find("launch")->hasFocus(); }), run.transcript());
    run.key(Qt::Key_Return);
    QVERIFY2(run.untilTextOf("status.state", "held"), run.transcript());
    run.command(action::kContinue);
    QVERIFY2(run.untilTextOf("status.state", "stopped at breakpoint 1, work"), run.transcript());
    QVERIFY2(run.untilShown("values.watches", "lap"), run.transcript());

    run.command(action::kNewJob);
    QVERIFY2(run.seen("recentSession0"), run.transcript());
    QCOMPARE(run.textOf("recentSession0"), QString("ring"));
}

void TestGuiSessions::changesAreMarkedAndAskedFor()
{
    WindowRun run;
    QVERIFY2(run.open(), run.transcript());
    run.type("mpiexec -n 2 ./ring");
    QVERIFY2(saveByKeys(run, file()), run.transcript());
    QVERIFY(!run.window().isWindowModified());
    run.parts().settings.set(setting::kWatches, QStringList{"lap"});
    QVERIFY2(run.until([&] { return run.window().isWindowModified(); }), run.transcript());
    run.command(action::kQuit);
    QVERIFY2(run.seen("confirmation"), run.transcript());
    QVERIFY2(run.window().isVisible() && !run.isClosed(), run.transcript());
    run.click(WindowRun::button(run.find("confirmation"), "Save"));
    QVERIFY2(run.until([&] { return run.isClosed(); }), run.transcript());
    QFile saved(file());
    QVERIFY(saved.open(QIODevice::ReadOnly));
    QVERIFY(saved.readAll().contains("\"lap\""));
}

void TestGuiSessions::whatAnotherSavedIsNotOverwrittenUnasked()
{
    WindowRun run;
    QVERIFY2(run.open(), run.transcript());
    run.type("mpiexec -n 2 ./ring");
    QVERIFY2(saveByKeys(run, file()), run.transcript());
    session::SessionDocument other;
    other.watches = {"theirs"};
    QVERIFY(session::saveSessionFile(file().toStdString(), other));
    run.command(action::kSaveSession);
    QVERIFY2(run.seen<QMessageBox>("confirmation"), run.transcript());
    QVERIFY(run.find<QMessageBox>("confirmation")->informativeText().contains("Somebody else has saved"));
    run.key(Qt::Key_Escape);
    QVERIFY2(run.until([&] { return !run.find("confirmation"); }), run.transcript());
    QVERIFY(session::openSessionFile(file().toStdString()) == other);
    run.command(action::kSaveSession);
    QVERIFY2(run.seen("confirmation"), run.transcript());
    run.click(WindowRun::button(run.find("confirmation"), "Save It"));
    QVERIFY2(run.until([&] { return session::openSessionFile(file().toStdString()) != other; }), run.transcript());
    QVERIFY(session::openSessionFile(file().toStdString())->watches.empty());
    run.command(action::kSaveSession); // and is not asked again
    QVERIFY2(run.notice("The session was saved"), run.transcript());
    QVERIFY(!run.find("confirmation"));
}

void TestGuiSessions::openingWhileAJobRunsAsksFirst()
{
    WindowRun run;
    QVERIFY2(run.launchHeld(2, builtProgram("ring")), run.transcript());
    QVERIFY2(breakAt(run, "work"), run.transcript());
    QVERIFY2(saveByKeys(run, file()), run.transcript());
    QVERIFY2(breakAt(run, "main"), run.transcript());
    QVERIFY2(run.until([&] { return run.window().isWindowModified(); }), run.transcript());
    run.command(action::kOpenSession);
    QVERIFY2(chooseFile(run, "openSession", file()), run.transcript());
    QVERIFY2(run.seen("confirmation"), run.transcript());
    QCOMPARE(run.session().breakpoints().all().size(), std::size_t(2)); // not yet
    run.click(WindowRun::button(run.find("confirmation"), "Open It"));
    QVERIFY2(run.until([&] { return run.session().breakpoints().all().size() == 1; }), run.transcript());
    QVERIFY2(run.until([&] { return !run.window().isWindowModified(); }), run.transcript());
    QVERIFY(!run.session().canLaunch()); // the job goes on
    run.command(action::kContinue);
    QVERIFY2(run.untilTextOf("status.state", "work"), run.transcript());
}

void TestGuiSessions::aJobIsRestartedWithAnotherCommand()
{
    WindowRun run;
    QVERIFY2(run.launchHeld(2, builtProgram("ring")), run.transcript());
    QVERIFY2(breakAt(run, "work"), run.transcript());
    run.command(action::kRestartWith);
    QWidget* const dialog = run.seen("restartDialog");
    QVERIFY2(dialog, run.transcript());
    auto* const command = dialog->findChild<QWidget*>("command");
    QVERIFY2(run.until([&] { return command->isAncestorOf(QApplication::focusWidget()); }), run.transcript());
    auto* const text = command->findChild<QLineEdit*>();
    QVERIFY2(text && text->text().startsWith("mpiexec -n 2 "), run.transcript());
    run.key(Qt::Key_End);
    run.type(" --laps 1");
    run.key(Qt::Key_Return);
    QVERIFY2(run.seen("confirmation"), run.transcript());
    run.click(WindowRun::button(run.find("confirmation"), "End It and Start"));
    QVERIFY2(run.until([&] { return run.session().jobText().find("--laps 1") != std::string::npos; }),
             run.transcript());
    QVERIFY2(run.untilTextOf("status.state", "held"), run.transcript());
    run.command(action::kContinue);
    QVERIFY2(run.untilTextOf("status.state", "stopped at breakpoint 1, work"), run.transcript());
}

void TestGuiSessions::startAnother(QProcess& process, const QStringList& arguments)
{
    QProcessEnvironment environment = dbgr::test::jobEnvironment(m_folder->path());
    environment.insert("XDG_CONFIG_HOME", m_folder->path());
    environment.insert("XDG_STATE_HOME", state());
    environment.insert("QT_QPA_PLATFORM", QGuiApplication::platformName()); // on the display of this test
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(m_folder->path());
    process.start(builtProgram("dbgr"), arguments + QStringList{"mpiexec", "-n", "2", builtProgram("ring")});
}

std::optional<session::SessionDocument> TestGuiSessions::kept() const
{
    const QDir place(state() + "/dbgr/sessions");
    for (const QString& name : place.entryList({"*.dbgr"}, QDir::Files)) {
        if (auto document = session::openSessionFile(place.filePath(name).toStdString()))
            return *std::move(document);
    }
    return std::nullopt;
}

void TestGuiSessions::aKilledDbgrLeavesItsSession()
{
    std::optional<session::SessionDocument> lost;
    QProcess first;
    QStringList arguments;
    for (const char* const command : kOfAllKinds)
        arguments << "-c" << command;
    startAnother(first, arguments);
    const auto saved = [&] {
        lost = kept();
        return lost && !lost->groups.empty() && lost->groups.back().name == "last";
    };
    QVERIFY(QTest::qWaitFor(saved, WindowRun::kPatienceMs));
    QVERIFY2(lost->breakpoints.size() == 8, qPrintable(QString::number(lost->breakpoints.size())));
    first.kill();
    QVERIFY(first.waitForFinished());

    WindowRun run;
    run.environment("XDG_STATE_HOME", state());
    QVERIFY2(run.open(), run.transcript());
    QWidget* const offer = run.notice("A dbgr ended before its session was closed");
    QVERIFY2(offer, run.transcript());
    run.click(WindowRun::button(offer, "Recover"));
    QVERIFY2(run.until([&] { return run.session().groups().find("last"); }), run.transcript());
    const auto found = session::documentOf(run.session(), {});
    QCOMPARE(found.breakpoints.size(), lost->breakpoints.size());
    QVERIFY2(found.breakpoints == lost->breakpoints, run.transcript());
    QCOMPARE(lost->signalRules.size(), std::size_t(2));
    QVERIFY2(found.signalRules == lost->signalRules, run.transcript());
    QVERIFY2(found.floatTraps == lost->floatTraps && lost->floatTraps.size() == 1, run.transcript());
    QVERIFY2(found.groups == lost->groups && lost->groups.size() == 4, run.transcript());
    QVERIFY(found.stopAll && lost->stopAll);
    QCOMPARE(run.parts().settings.value(setting::kPathMappings), (QStringList{"/build", "/data"}));
    QVERIFY2(run.textOf("command").startsWith("mpiexec -n 2 "), run.transcript());
    QVERIFY(run.session().canLaunch());
    QVERIFY(!run.parts().actions.get(action::kRecoverSession)->isEnabled());
}

void TestGuiSessions::aKilledWindowLeavesWhatWasSetUpByHand()
{
    QProcess first;
    startAnother(first, {});
    const QString window = QString("search --onlyvisible --pid %1 windowactivate sleep 0.3 ").arg(first.processId());
    const auto press = [&](const QString& keys) { // as soon as it has a window
        return QTest::qWaitFor([&] { return WindowRun::onDisplay(window + keys); }, WindowRun::kPatienceMs);
    };
    std::optional<session::SessionDocument> lost;
    const auto untilKept = [&](auto isThere, int timeoutMs) {
        return QTest::qWaitFor(
            [&] {
                lost = kept();
                return lost && isThere(*lost);
            },
            timeoutMs);
    };
    const auto hasBookmark = [](const session::SessionDocument& one) { return !one.bookmarks.empty(); };
    for (int i = 0; i < 20 && !(lost && hasBookmark(*lost)); ++i) { // until it has a source to mark
        QVERIFY(press("key --delay 100 Escape Down Down ctrl+m"));
        static_cast<void>(untilKept(hasBookmark, 3000));
    }
    QVERIFY(lost && hasBookmark(*lost));
    // Another dock in front is another layout, which is kept with what comes next.
    QVERIFY(press("key --delay 200 ctrl+8 ctrl+5 Insert type --delay 50 lap*2"));
    QVERIFY(press("key Return"));
    QVERIFY(untilKept([](const auto& one) { return one.watches == std::vector<std::string>{"lap*2"}; },
                      WindowRun::kPatienceMs));
    first.kill();
    QVERIFY(first.waitForFinished());

    WindowRun run;
    run.environment("XDG_STATE_HOME", state());
    QVERIFY2(run.open(), run.transcript());
    QWidget* const offer = run.notice("A dbgr ended before its session was closed");
    QVERIFY2(offer, run.transcript());
    run.click(WindowRun::button(offer, "Recover"));
    QVERIFY2(run.until([&] { return run.textOf("command").startsWith("mpiexec -n 2 "); }), run.transcript());
    run.key(Qt::Key_Return);
    QVERIFY2(run.untilTextOf("status.state", "held"), run.transcript());
    QVERIFY2(run.untilShown("values.watches", "lap*2"), run.transcript());
    QVERIFY2(run.until([&] {
        const QWidget* const threads = run.find("dock.threads");
        return threads->isVisible() && !threads->visibleRegion().isEmpty();
    }),
             run.transcript());
    run.command(action::kBookmarks);
    QVERIFY2(run.seen("bookmarkPalette"), run.transcript());
    const auto* const list = run.find<QAbstractItemView>("paletteList");
    QVERIFY(list);
    const QString marked = QString::fromStdString(lost->bookmarks.front().text);
    QVERIFY2(run.until([&] { return dbgr::test::textOfModel(list->model()).contains(marked); }), run.transcript());
}

DBGR_GUI_TEST(TestGuiSessions);

} // namespace tst_gui_sessions

#include "tst_gui_sessions.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The built dbgr from outside, as a user without a mouse has it: the main job by keys alone, and the script of it that
// the window saves does the same again without a window.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/job_processes.h"
#include "tests/support/gui/gui_main.h"

#include <QFile>
#include <QProcess>
#include <QtTest>

#include <algorithm>

namespace tst_gui_keyboard {

using dbgr::test::BatchRun;
using dbgr::test::builtProgram;

namespace {

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// dbgr in a process of its own, and a hand on the keyboard of its display.
class Keyboard
{
public:
    Keyboard() : m_folder("/tmp/dbgr-XXXXXX")
    {
        QProcessEnvironment environment = dbgr::test::jobEnvironment(m_folder.path());
        environment.insert("XDG_CONFIG_HOME", m_folder.path());
        m_dbgr.setProcessEnvironment(environment);
        m_dbgr.setWorkingDirectory(m_folder.path());
        m_dbgr.setProcessChannelMode(QProcess::MergedChannels);
        QFile::copy(builtProgram("ring"), m_folder.filePath("ring"));
    }
    ~Keyboard()
    {
        if (m_dbgr.state() == QProcess::NotRunning)
            return;
        m_dbgr.terminate();
        if (!m_dbgr.waitForFinished(20000))
            m_dbgr.kill();
        m_dbgr.waitForFinished(5000);
    }

    void start(const QStringList& command) { m_dbgr.start(builtProgram("dbgr"), command); }
    [[nodiscard]] QString folder() const { return m_folder.path(); }
    [[nodiscard]] QProcess& dbgr() { return m_dbgr; }

    /// Whether a window of that title can be seen. It has the keyboard: it is the only one, or the newest.
    [[nodiscard]] static bool seesWindow(const QString& title)
    {
        return QTest::qWaitFor([&] { return tool({"search", "--onlyvisible", "--name", title}); }, 20000);
    }
    static void press(const QString& keys) { QVERIFY(tool({"key", "--clearmodifiers", keys})); }
    static void type(const QString& text) { QVERIFY(tool({"type", "--delay", "5", text})); }

    /// All ranks stand, and have for a moment; or all have ended.
    [[nodiscard]] bool ranksStand()
    {
        int calm = 0;
        return QTest::qWaitFor(
            [&] {
                const QList<int> ranks = pids();
                const bool stand = std::all_of(ranks.begin(), ranks.end(), [](int pid) {
                    return contents(QString("/proc/%1/stat").arg(pid)).contains(") t ");
                });
                calm = stand ? calm + 1 : 0;
                return calm >= 60;
            },
            30000);
    }
    /// Of the ranks.
    [[nodiscard]] QList<int> pids() const
    {
        QList<int> found;
        for (const dbgr::test::JobProcess& process : dbgr::test::processesOf(m_folder.path()))
            if (process.command.startsWith("./ring"))
                found += process.pid;
        return found;
    }
    [[nodiscard]] bool areTraced(qsizetype ranks)
    {
        return QTest::qWaitFor(
            [&] {
                const QList<int> all = pids();
                return all.size() == ranks &&
                       std::all_of(all.begin(), all.end(), [](int pid) { return dbgr::test::tracerOf(pid) > 0; });
            },
            30000);
    }

private:
    static bool tool(const QStringList& arguments)
    {
        return QProcess::execute("sh", QStringList{"-c", "exec xdotool \"$@\" >/dev/null 2>&1", "sh"} + arguments) == 0;
    }

    QTemporaryDir m_folder;
    QProcess m_dbgr;
};

} // namespace

class TestGuiKeyboard : public QObject
{
    Q_OBJECT

private slots:
    void theMainJobByKeysAndAgainFromItsScript()
    {
        Keyboard user;
        const QStringList job{"mpiexec", "-n", "3", "./ring", "--laps", "2"};
        user.start(job);
        QVERIFY(Keyboard::seesWindow("mpiexec -n 3"));
        QVERIFY2(user.areTraced(3), user.dbgr().readAll());
        QVERIFY(user.ranksStand());

        Keyboard::press("ctrl+b");
        Keyboard::type("work");
        Keyboard::press("Return");
        Keyboard::press("F5");
        QVERIFY(user.ranksStand());
        QCOMPARE(user.pids().size(), qsizetype(3));
        Keyboard::press("F10");
        QVERIFY(user.ranksStand());
        for (int laps = 0; laps < 2 && !user.pids().isEmpty(); ++laps) {
            Keyboard::press("F5");
            QVERIFY(user.ranksStand());
        }
        QVERIFY2(user.pids().isEmpty(), "two laps, and they did not end");

        Keyboard::press("ctrl+s");
        QVERIFY(Keyboard::seesWindow("Save as Script"));
        const QString script = user.folder() + "/again.dbgr";
        Keyboard::press("ctrl+a");
        Keyboard::type(script);
        Keyboard::press("Return");
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(script), 10000);
        Keyboard::press("ctrl+q");
        QTRY_COMPARE_WITH_TIMEOUT(user.dbgr().state(), QProcess::NotRunning, 20000);
        QCOMPARE(user.dbgr().exitCode(), 0);

        const QByteArray commands = contents(script);
        QVERIFY2(commands.contains("break work") && commands.contains("next"), commands);
        QVERIFY2(commands.count("continue") == 3, commands);
        replay(script, job.mid(0, 3));
    }

private:
    static void replay(const QString& script, const QStringList& launcher)
    {
        BatchRun run;
        run.option({"--script", script});
        run.startCommand(launcher + QStringList{builtProgram("ring"), "--laps", "2"});
        QVERIFY2(run.exitStatus() == 0, run.transcript() + contents(script));
        QStringList reasons;
        for (const QJsonObject& stop : run.events("stopped"))
            reasons += stop["reason"].toString();
        QVERIFY2(reasons.contains("breakpoint") && reasons.contains("step"), run.transcript());
    }
};

DBGR_GUI_TEST(TestGuiKeyboard);

} // namespace tst_gui_keyboard

#include "tst_gui_keyboard.moc"

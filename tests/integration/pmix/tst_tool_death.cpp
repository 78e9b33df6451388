// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of a launcher of ours when we are killed, or let it live and go.
#include "tests/integration/pmix/tool_fixture.h"

#include <QDir>
#include <QFile>
#include <QProcess>

#include <csignal>

using namespace dbgr::test;

class TestToolDeath : public QObject
{
    Q_OBJECT

private slots:
    void init() { DBGR_NEED_OPENMPI5(); }
    void heldLauncherDiesWithUs();
    void runningJobEndsWithUs();
    void heldLauncherBehindAScriptDiesWithUs();
    void jobThatWeLetLiveLives();

private:
    /// Starts the small tool and yields the pid that it tells of its launcher.
    int start(QProcess& tool, const QTemporaryDir& dir, const QStringList& arguments)
    {
        QStringList environment;
        for (const std::string& variable : launcherEnvironment(dir.path().toStdString()))
            environment << QString::fromStdString(variable);
        tool.setEnvironment(environment);
        tool.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        tool.start(DBGR_PMIX_TEST_TOOL, arguments);
        const auto answer = [&] { return tool.canReadLine() || tool.state() == QProcess::NotRunning; };
        (void)QTest::qWaitFor(answer, 30000);
        const QList<QByteArray> words = tool.readLine().trimmed().split(' ');
        return words.size() == 2 && words[0] != "error" ? words[1].toInt() : 0;
    }
    static QStringList spin(const QTemporaryDir& dir)
    {
        return {QString::fromStdString(openMpiBin() + "/mpiexec"), "-n", "2",
                QString::fromStdString(debuggee("mpi_spin")),      "60", dir.path()};
    }
    /// Of the ranks' programs, once they have begun.
    static QList<int> rankPids(const QTemporaryDir& dir)
    {
        QList<int> pids;
        for (const char* name : {"pid.0", "pid.1"}) {
            QFile file(dir.filePath(name));
            if (file.open(QIODevice::ReadOnly))
                pids << file.readAll().trimmed().toInt();
        }
        return pids;
    }
    /// Gone, or waiting for whoever inherited it to notice.
    static bool isGone(int pid)
    {
        QFile stat(QStringLiteral("/proc/%1/stat").arg(pid));
        if (!stat.open(QIODevice::ReadOnly))
            return true;
        const QByteArray line = stat.readAll();
        return line.isEmpty() || line.mid(line.lastIndexOf(')') + 2, 1) == "Z";
    }
};

void TestToolDeath::heldLauncherDiesWithUs()
{
    QTemporaryDir dir("/tmp/d.XXXXXX");
    QProcess tool;
    const int launcher = start(tool, dir, QStringList{"held"} + spin(dir));
    QVERIFY(launcher > 0);
    QVERIFY(!isGone(launcher));
    tool.kill();
    QVERIFY(tool.waitForFinished());
    QTRY_VERIFY_WITH_TIMEOUT(isGone(launcher), 10000);
}

void TestToolDeath::runningJobEndsWithUs()
{
    QTemporaryDir dir("/tmp/d.XXXXXX");
    QProcess tool;
    const int launcher = start(tool, dir, QStringList{"running"} + spin(dir));
    QVERIFY(launcher > 0);
    QTRY_COMPARE_WITH_TIMEOUT(rankPids(dir).size(), 2, 20000);
    tool.kill();
    QVERIFY(tool.waitForFinished());
    QTRY_VERIFY_WITH_TIMEOUT(isGone(launcher), 20000);
    for (const int rank : rankPids(dir))
        QTRY_VERIFY_WITH_TIMEOUT(isGone(rank), 10000);
}

void TestToolDeath::heldLauncherBehindAScriptDiesWithUs()
{
    QTemporaryDir dir("/tmp/d.XXXXXX");
    QProcess tool;
    const int launcher = start(tool, dir, {"held", "/bin/sh", "-c", spin(dir).join(' ') + "; true"});
    QVERIFY(launcher > 0);
    tool.kill();
    QVERIFY(tool.waitForFinished());
    QTRY_VERIFY_WITH_TIMEOUT(isGone(launcher), 10000);
}

void TestToolDeath::jobThatWeLetLiveLives()
{
    QTemporaryDir dir("/tmp/d.XXXXXX");
    QProcess tool;
    const int launcher = start(tool, dir, QStringList{"letting"} + spin(dir));
    QVERIFY(launcher > 0);
    QTRY_COMPARE(tool.state(), QProcess::NotRunning);
    QTRY_COMPARE_WITH_TIMEOUT(rankPids(dir).size(), 2, 20000);
    QVERIFY(!isGone(launcher));
    QFile stop(dir.filePath("stop"));
    QVERIFY(stop.open(QIODevice::WriteOnly));
    QTRY_VERIFY_WITH_TIMEOUT(isGone(launcher), 20000); // by itself, with its job
}

QTEST_GUILESS_MAIN(TestToolDeath)
#include "tst_tool_death.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The example of a tool (examples/pmix-tool), with our library and with those of others, under our launcher and under
// others', as its page says to run it.
#include "tests/contract/pmix/known_differences.h"
#include "tests/contract/pmix/launcher_daemon.h"
#include "tests/integration/launcher/launcher_run.h"
#include "tests/support/batch/job_environment.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

namespace tst_pmix_example {

using namespace dbgr::test;

namespace {

/// The process of each rank, from the tool's lines "rank 0: process 4711 on NODE, PROGRAM".
QMap<int, qint64> processesIn(const QByteArray& output, const QString& program)
{
    static const QRegularExpression line("^rank (\\d+): process (\\d+) on \\S+, (.*)$",
                                         QRegularExpression::MultilineOption);
    QMap<int, qint64> processes;
    for (auto found = line.globalMatch(QString::fromUtf8(output)); found.hasNext();) {
        const auto match = found.next();
        if (match.captured(3) == program)
            processes.insert(match.captured(1).toInt(), match.captured(2).toLongLong());
    }
    return processes;
}

bool exists(qint64 process)
{
    return QFileInfo::exists(QString("/proc/%1").arg(process));
}

/// How often the job itself says what it says after MPI_Init.
qsizetype hellos(const QByteArray& output)
{
    return output.count("hello from rank ");
}

} // namespace

class TestPmixExample : public QObject
{
    Q_OBJECT

private slots:
    void launchesHoldsShowsAndReleases_data();
    void launchesHoldsShowsAndReleases();
    void saysWhyItCannot_data();
    void saysWhyItCannot();
};

void TestPmixExample::launchesHoldsShowsAndReleases_data()
{
    QTest::addColumn<QString>("library");
    QTest::addColumn<QString>("launcher");
    QTest::addColumn<QStringList>("arguments");
    const QStringList aJob = {"-n", "1", "sleep", "60"};
    const QString bin = openMpi5Bin() + "/";
    for (const char* library : {"dbgrpmix", "libpmix4", "libpmix5"}) {
        QTest::addRow("%s, dbgrun --daemon", library) << library << dbgrun() << QStringList{"--daemon"};
        QTest::addRow("%s, dbgrun with a job", library) << library << dbgrun() << aJob;
        QTest::addRow("%s, prte", library) << library << bin + "prte" << QStringList{};
        QTest::addRow("%s, prterun with a job", library) << library << bin + "prterun" << aJob;
    }
}

void TestPmixExample::launchesHoldsShowsAndReleases()
{
    QFETCH(QString, library);
    QFETCH(QString, launcher);
    QFETCH(QStringList, arguments);
    const QString job = builtProgram("debuggees/mpi_hello");
    LauncherDaemon daemon(launcher, arguments);
    QTRY_VERIFY2_WITH_TIMEOUT(!daemon.uri().isEmpty(), daemon.output(), 20000);

    const auto tool = daemon.startTool(builtProgram("peers/pmix_tool_" + library), {daemon.uri(), "2", job});
    QByteArray output;
    const auto seen = [&] { return output += tool->readAll(); };
    QTRY_VERIFY2_WITH_TIMEOUT(seen().contains("Enter lets it go.\n"), output, 20000);
    QVERIFY2(output.contains(" is held:\n"), output);
    const QMap<int, qint64> processes = processesIn(output, job);
    QCOMPARE(processes.keys(), (QList<int>{0, 1}));
    for (const qint64 process : processes)
        QVERIFY(exists(process));
    QTest::qWait(300); // what was not held would have ended by now
    QCOMPARE(hellos(seen()), 0);

    tool->write("\n");
    QTRY_VERIFY2_WITH_TIMEOUT((seen(), tool->state() == QProcess::NotRunning), output, 20000);
    QCOMPARE(tool->exitCode(), 0);
    if (launcher == dbgrun()) // others may tell of a job's end before they have given its output away
        QVERIFY2(hellos(output) == 2, output);
    for (const qint64 process : processes)
        QTRY_VERIFY(!exists(process));
}

void TestPmixExample::saysWhyItCannot_data()
{
    QTest::addColumn<QString>("library");
    for (const char* library : {"dbgrpmix", "libpmix4", "libpmix5"})
        QTest::newRow(library) << library;
}

void TestPmixExample::saysWhyItCannot()
{
    QFETCH(QString, library);
    LauncherDaemon daemon(dbgrun(), {"--daemon"});
    QTRY_VERIFY2_WITH_TIMEOUT(!daemon.uri().isEmpty(), daemon.output(), 20000);
    const QString program = builtProgram("peers/pmix_tool_" + library);
    const auto run = [&](const QStringList& arguments) {
        QByteArray output;
        const int status = LauncherDaemon::awaitTool(*daemon.startTool(program, arguments), output);
        return qMakePair(status, output);
    };
    QCOMPARE(run({}).first, 64);
    const auto nobody = run({"file:/nonexistent", "2", "true"});
    QVERIFY2(nobody.first == 1 && nobody.second.contains("connecting to the launcher: "), nobody.second);
    const auto noProgram = run({daemon.uri(), "2", "/nonexistent"});
    QVERIFY2(noProgram.first == 1 && noProgram.second.contains("launching the job: "), noProgram.second);
    // What it starts nobody can know beforehand, and it starts nothing; /bin/true would be held at its start.
    const auto notHeld = run({daemon.uri(), "2", "/bin/sh", "-c", "exit 0"});
    QVERIFY2(notHeld.first == 0 && notHeld.second.contains(" ended before it could be held\n"), notHeld.second);
    QVERIFY(daemon.isRunning());
}

DBGR_TEST(TestPmixExample, QCoreApplication);

} // namespace tst_pmix_example

#include "tst_pmix_example.moc"

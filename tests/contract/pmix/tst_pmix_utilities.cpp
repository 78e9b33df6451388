// SPDX-License-Identifier: GPL-3.0-or-later
// The utilities of another PMIx (package libpmix-bin) with dbgrun: one that waits for tools, and one that runs a job.
#include "tests/contract/pmix/launcher_daemon.h"
#include "tests/integration/launcher/launcher_run.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

#include <QFileInfo>
#include <QStandardPaths>

namespace tst_pmix_utilities {

using namespace dbgr::test;

namespace {

const QStringList kWaits{"--daemon", "--system-server"};
const QStringList kRunsJob{"-n", "2", "sh", "-c", "echo up; exec sleep 60"};
constexpr const char* kCode = "-3001"; ///< of an event that belongs to nobody

/// What a utility says, and its exit status in front: "0: ...".
QByteArray run(const LauncherDaemon& launcher, const QString& utility, const QStringList& arguments)
{
    const auto tool = launcher.startTool(utility, arguments);
    QByteArray output;
    const int status = LauncherDaemon::awaitTool(*tool, output, 20000);
    return QByteArray::number(status) + ": " + output;
}

/// The ways to name a launcher on the command line of pps.
QStringList ways(const LauncherDaemon& launcher)
{
    const QString pid = QString::number(launcher.processId());
    return {"--pid " + pid, "--uri " + launcher.uri(),
            "--namespace " + launcher.uri().section(';', 0, 0).section('.', 0, -2)};
}

bool isInstalled(const QString& utility)
{
    return !QStandardPaths::findExecutable(utility).isEmpty();
}

} // namespace

class TestPmixUtilities : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void ppsFindsTheLauncherByAllItsNames();
    void ppsTellsOfTheJobThatRuns();
    void ppsFindsTheSystemServer();
    void pattrsPrintsItsTables_data();
    void pattrsPrintsItsTables();
    void peventReachesTheProcessesOfAJob();
    void utilitiesThatCrashDoNoHarm_data();
    void utilitiesThatCrashDoNoHarm();
};

void TestPmixUtilities::initTestCase()
{
    if (!isInstalled("pps"))
        QSKIP("libpmix-bin is missing");
}

void TestPmixUtilities::ppsFindsTheLauncherByAllItsNames()
{
    LauncherDaemon launcher(dbgrun(), kWaits);
    QTRY_VERIFY_WITH_TIMEOUT(!launcher.uri().isEmpty(), 20000);
    for (const QString& way : ways(launcher)) {
        const QByteArray said = run(launcher, "pps", way.split(' '));
        QVERIFY2(said.startsWith("0: ") && said.endsWith("Active nspaces: \n"), qPrintable(way + "\n" + said));
    }
    QCOMPARE(launcher.end(), 0);
}

void TestPmixUtilities::ppsTellsOfTheJobThatRuns()
{
    LauncherDaemon launcher(dbgrun(), kRunsJob);
    QTRY_VERIFY_WITH_TIMEOUT(launcher.output().count("up\n") == 2, 20000);
    const QByteArray server = launcher.uri().section('@', 0, 0).toUtf8();
    for (const QString& way : ways(launcher)) {
        const QByteArray said = run(launcher, "pps", way.split(' '));
        QVERIFY2(said.startsWith("0: ") && said.endsWith("Active nspaces: " + server + "@1\n"),
                 qPrintable(way + "\n" + said));
    }
}

void TestPmixUtilities::ppsFindsTheSystemServer()
{
    LauncherDaemon launcher(dbgrun(), kWaits);
    QTRY_VERIFY_WITH_TIMEOUT(!launcher.uri().isEmpty(), 20000);
    const QByteArray said = run(launcher, "pps", {"--system-server"});
    QVERIFY2(said.startsWith("0: ") && said.endsWith("Active nspaces: \n"), said);
}

void TestPmixUtilities::pattrsPrintsItsTables_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("client") << QStringList{"--client", "PMIx_Get"} << QByteArray("PMIX_NODE_INFO ");
    QTest::newRow("server") << QStringList{"--server", "PMIx_server_register_nspace"}
                            << QByteArray("PMIX_REGISTER_NODATA ");
    QTest::newRow("tool") << QStringList{"--tool", "PMIx_tool_init"} << QByteArray("PMIX_SERVER_URI ");
    QTest::newRow("functions") << QStringList{"--server-fns"} << QByteArray("\nPMIx_server_IOF_deliver\n");
}

void TestPmixUtilities::pattrsPrintsItsTables()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, says);
    LauncherDaemon launcher(dbgrun(), kWaits);
    QTRY_VERIFY_WITH_TIMEOUT(!launcher.uri().isEmpty(), 20000);
    const QByteArray said = run(launcher, "pattrs", QStringList{"--uri", launcher.uri()} + arguments);
    QVERIFY2(said.startsWith("0: ") && said.contains(says), said);
}

void TestPmixUtilities::peventReachesTheProcessesOfAJob()
{
    const QString program = QFileInfo(dbgrun()).path() + "/peers/client_waits_libpmix4";
    if (!QFileInfo::exists(program))
        QSKIP("not built: its library is missing");
    LauncherDaemon launcher(dbgrun(), {"-n", "2", program, kCode});
    QTRY_VERIFY_WITH_TIMEOUT(launcher.output().count(" waiting\n") == 2, 20000);
    const QByteArray said =
        run(launcher, "pevent",
            {"--pid", QString::number(launcher.processId()), "--event", kCode, "--range", "PMIX_RANGE_SESSION"});
    QCOMPARE(said, QByteArray("0: "));
    QTRY_VERIFY_WITH_TIMEOUT(!launcher.isRunning(), 20000);
    QVERIFY2(launcher.output().count("told from outside\n") == 2, launcher.output());
    QCOMPARE(launcher.end(), 0);
}

void TestPmixUtilities::utilitiesThatCrashDoNoHarm_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("pattrs --host") << QStringList{"pattrs", "--host", "all"};
    QTest::newRow("pquery") << QStringList{"pquery", "PMIX_QUERY_NAMESPACES"};
    QTest::newRow("plookup") << QStringList{"plookup", "--timeout", "1", "no.such.key"};
}

void TestPmixUtilities::utilitiesThatCrashDoNoHarm()
{
    QFETCH(QStringList, words);
    LauncherDaemon launcher(dbgrun(), kRunsJob);
    QTRY_VERIFY_WITH_TIMEOUT(launcher.output().count("up\n") == 2, 20000);
    const QStringList where{"--pid", QString::number(launcher.processId())};
    (void)run(launcher, words.first(), where + words.mid(1)); // with libpmix 4.2 it crashes, see docs/manual/pmix.md
    const QByteArray said = run(launcher, "pps", where);
    QVERIFY2(said.startsWith("0: ") && said.contains("@1\n"), said);
    QVERIFY2(launcher.isRunning(), launcher.output());
}

DBGR_TEST(TestPmixUtilities, QCoreApplication);

} // namespace tst_pmix_utilities

#include "tst_pmix_utilities.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Sections of the Standard's tools chapter that tst_pmix_pairs leaves out, with dbgrun and a tool of every library.
// Each test is named after its section.
#include "tests/contract/pmix/launcher_daemon.h"
#include "tests/integration/launcher/launcher_run.h"
#include "tests/support/batch/job_environment.h"
#include "tests/support/run/test_class.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_tool_sections {

using namespace dbgr::test;

namespace {

constexpr const char* kLibraries[] = {"dbgrpmix", "libpmix4", "libpmix5"};

QString peer(const QString& name, const QString& library)
{
    return QFileInfo(dbgrun()).path() + "/peers/" + name + "_" + library;
}

void addLibraries()
{
    QTest::addColumn<QString>("library");
    for (const char* library : kLibraries)
        QTest::addRow("%s", library) << library;
}

/// One row for each word and library.
void addRows(std::initializer_list<const char*> words)
{
    QTest::addColumn<QString>("library");
    QTest::addColumn<QString>("word");
    for (const char* library : kLibraries)
        for (const char* word : words)
            QTest::addRow("%s, %s", word, library) << library << word;
}

/// What the tool said; its failed checks are lines "not ok".
QByteArray runTool(const LauncherDaemon& daemon, const QString& library, const QStringList& words)
{
    const auto tool = daemon.startTool(peer("tool_sections", library), QStringList{daemon.uri()} + words);
    QByteArray output;
    const int status = LauncherDaemon::awaitTool(*tool, output);
    return output + (status == 0 ? "" : "not ok status " + QByteArray::number(status) + "\n");
}

bool allHold(const QByteArray& output)
{
    return output.contains("ok PMIx_tool_finalize\n") && !output.contains("not ok");
}

/// The namespace in a line "job NAME".
QString jobIn(const QByteArray& output)
{
    for (const QByteArray& line : output.split('\n'))
        if (line.startsWith("job "))
            return QString::fromUtf8(line.mid(4)).trimmed();
    return {};
}

} // namespace

class TestToolSections : public QObject
{
    Q_OBJECT

private slots:
    void ioForwardingAttributes_cache_data() { addRows({"drop-oldest", "drop-newest", "drop-default"}); }
    void ioForwardingAttributes_cache();
    void ioForwardingAttributes_deregistrationFlushes_data() { addLibraries(); }
    void ioForwardingAttributes_deregistrationFlushes();
    void ioForwardingAttributes_outputRaw_data() { addRows({"raw", "lines"}); }
    void ioForwardingAttributes_outputRaw();
    void debuggerAgents_forkExecAgent_data() { addLibraries(); }
    void debuggerAgents_forkExecAgent();
    void debuggerSupport_stopInApp_data() { addLibraries(); }
    void debuggerSupport_stopInApp();
    void debuggerSupport_stopInInitOfSomeRanks_data() { addRows({"dbgrpmix", "libpmix4", "libpmix5"}); }
    void debuggerSupport_stopInInitOfSomeRanks();
    void toolSpawnAttributes_nohup_data() { addRows({"nohup", "hup"}); }
    void toolSpawnAttributes_nohup();
    void jobLifecycle_silentTermination_data() { addLibraries(); }
    void jobLifecycle_silentTermination();
    void jobLifecycle_endForLateRegistrants_data() { addLibraries(); }
    void jobLifecycle_endForLateRegistrants();
    void toolEnvironment_launcherPausesForTool_data() { addLibraries(); }
    void toolEnvironment_launcherPausesForTool();
    void indirectLaunch_initiatorBasedParsing_data() { addLibraries(); }
    void indirectLaunch_initiatorBasedParsing();
};

#define START_DAEMON(name, ...)                                                                                        \
    LauncherDaemon name(dbgrun(), {__VA_ARGS__});                                                                      \
    QTRY_VERIFY_WITH_TIMEOUT(!name.uri().isEmpty(), 20000)

void TestToolSections::ioForwardingAttributes_cache()
{
    QFETCH(QString, library);
    QFETCH(QString, word);
    START_DAEMON(daemon, "--daemon");
    const QByteArray said = runTool(daemon, library, {word});
    QVERIFY2(allHold(said), said + daemon.output());
}

void TestToolSections::ioForwardingAttributes_deregistrationFlushes()
{
    QFETCH(QString, library);
    START_DAEMON(daemon, "--daemon");
    QByteArray said = runTool(daemon, library, {"flush"});
    if (library != "dbgrpmix") { // libpmix forgets the callback first, and shows what comes then itself
        QVERIFY2(said.contains("\nheld\nok PMIx_IOF_deregister"), said + daemon.output());
        said.replace("not ok it is flushed\n", "").replace("not ok status 1\n", "");
    }
    QVERIFY2(allHold(said), said + daemon.output());
}

/// As the launcher shows it: a prompt waits for the end of its line, or does not.
void TestToolSections::ioForwardingAttributes_outputRaw()
{
    QFETCH(QString, library);
    QFETCH(QString, word);
    START_DAEMON(daemon, "--daemon");
    const auto tool = daemon.startTool(peer("tool_sections", library), {daemon.uri(), word});
    const bool atOnce = QTest::qWaitFor([&] { return daemon.output().contains("prompt"); }, 20000) &&
                        !daemon.output().contains("prompt\n");
    QByteArray output;
    QVERIFY2(LauncherDaemon::awaitTool(*tool, output) == 0 && allHold(output), output + daemon.output());
    QTRY_VERIFY(daemon.output().contains("prompt\n"));
    QCOMPARE(atOnce, word == "raw");
}

void TestToolSections::debuggerAgents_forkExecAgent()
{
    QFETCH(QString, library);
    const QTemporaryDir folder;
    writeScript(folder.filePath("agent"), "#!/bin/sh\necho $1\nshift\nexec \"$@\"\n");
    START_DAEMON(daemon, "--daemon");
    const QByteArray said = runTool(daemon, library, {"forkexec-agent", folder.filePath("agent") + " agent"});
    QVERIFY2(allHold(said), said + daemon.output());
}

void TestToolSections::debuggerSupport_stopInApp()
{
    QFETCH(QString, library);
    START_DAEMON(daemon, "--daemon");
    const QByteArray said = runTool(daemon, library, {"stop-in-app", builtProgram("debuggees/mpi_hello")});
    QVERIFY2(allHold(said), said + daemon.output());
}

/// Whatever library holds the ranks.
void TestToolSections::debuggerSupport_stopInInitOfSomeRanks()
{
    QFETCH(QString, library);
    QFETCH(QString, word);
    START_DAEMON(daemon, "--daemon");
    const QByteArray said = runTool(daemon, library, {"stop-some-in-init", peer("client_passes", word)});
    QVERIFY2(allHold(said), said + daemon.output());
}

void TestToolSections::toolSpawnAttributes_nohup()
{
    QFETCH(QString, library);
    QFETCH(QString, word);
    const bool stays = word == "nohup";
    const QTemporaryDir folder;
    const QString file = folder.filePath("file");
    START_DAEMON(daemon, "--daemon");
    const QByteArray said = runTool(daemon, library, {word, file});
    QVERIFY2(allHold(said), said + daemon.output());
    if (!stays)
        QTRY_VERIFY2(daemon.output().contains("the tool that holds it has gone"), daemon.output());
    QVERIFY(!QFile::exists(file));
    const QByteArray released = runTool(daemon, library, {"release", jobIn(said)});
    QVERIFY2(allHold(released), released + daemon.output());
    if (stays)
        QTRY_VERIFY2(QFile::exists(file), daemon.output());
    else
        QVERIFY(!QFile::exists(file));
}

void TestToolSections::jobLifecycle_silentTermination()
{
    QFETCH(QString, library);
    START_DAEMON(daemon, "--daemon");
    const QByteArray said = runTool(daemon, library, {"silent"});
    QVERIFY2(allHold(said), said + daemon.output());
}

void TestToolSections::jobLifecycle_endForLateRegistrants()
{
    QFETCH(QString, library);
    START_DAEMON(daemon, "--daemon");
    const QByteArray first = runTool(daemon, library, {"ends"});
    QVERIFY2(allHold(first) && !jobIn(first).isEmpty(), first + daemon.output());
    const QByteArray said = runTool(daemon, library, {"late", jobIn(first)});
    QVERIFY2(allHold(said), said + daemon.output());
}

void TestToolSections::toolEnvironment_launcherPausesForTool()
{
    QFETCH(QString, library);
    qputenv("PMIX_LAUNCHER_PAUSE_FOR_TOOL", "1");
    LauncherDaemon launcher(dbgrun(), {"-n", "1", "sh", "-c", "echo it runs; sleep 1"});
    qunsetenv("PMIX_LAUNCHER_PAUSE_FOR_TOOL");
    QTRY_VERIFY_WITH_TIMEOUT(!launcher.uri().isEmpty(), 20000);
    QTest::qWait(500);
    QVERIFY2(!launcher.output().contains("it runs"), launcher.output());
    const QString nspace = launcher.uri().section(';', 0, 0).section('.', 0, -2);
    const QByteArray said = runTool(launcher, library, {"release-launcher", nspace});
    QVERIFY2(allHold(said), said + launcher.output());
    QTRY_VERIFY2(launcher.output().contains("it runs"), launcher.output());
}

/// Two spawns: of the launcher by the tool's library, and of the job by the launcher.
void TestToolSections::indirectLaunch_initiatorBasedParsing()
{
    QFETCH(QString, library);
    const auto result = runLauncher(peer("tool_initiator", library), {dbgrun()}, Mpi::OpenMpi5, {}, 60000);
    QVERIFY2(result.status == 0 && allHold(result.standardOutput), result.text());
    QVERIFY2(result.standardError.contains("ended with exit status 4"), result.text());
}

DBGR_TEST(TestToolSections, QCoreApplication);

} // namespace tst_tool_sections

#include "tst_tool_sections.moc"

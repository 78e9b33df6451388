// SPDX-License-Identifier: GPL-3.0-or-later
// What a debugger does from its first step to its last, after the Standard: direct, indirect and attached (flow_... of
// tests/peers), with our library and with those of others of three releases, under our launcher and under others' of
// two. All of their checks hold but those of the table of known differences, and what the table says is so.
#include "tests/contract/pmix/launcher_daemon.h"
#include "tests/contract/pmix/peer_report.h"
#include "tests/integration/launcher/launcher_run.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <map>
#include <memory>

using namespace dbgr::test;

namespace {

const QList<Library> kLibraries = {Library::DbgrPmix, Library::LibPmix4, Library::LibPmix5, Library::LibPmix7};
const QList<Launcher> kLaunchers = {Launcher::Dbgrun, Launcher::Prrte, Launcher::Prrte5};
constexpr int kIndirectTools = 4; ///< that flow_indirect is

void addRows(const QString& name)
{
    addPeerRows({name}, kLibraries, kLaunchers);
}

/// The reports of a flow with each library, all at once with one launcher that waits for tools.
QMap<int, PeerReport> runConnected(const QString& name, Launcher launcher)
{
    LauncherDaemon daemon(peerLauncher(launcher, "prte"),
                          launcher == Launcher::Dbgrun ? QStringList{"--daemon"} : QStringList{});
    if (!QTest::qWaitFor([&] { return !daemon.uri().isEmpty(); }, 20000))
        return {};
    std::map<int, std::unique_ptr<QProcess>> tools;
    for (const Library each : kLibraries)
        if (const QString program = peerProgram(name, each); !program.isEmpty())
            tools[int(each)] = daemon.startTool(program, {daemon.uri()});
    QMap<int, PeerReport> reports;
    for (const auto& [library, tool] : tools) {
        QByteArray output;
        const int status = LauncherDaemon::awaitTool(*tool, output, 110000);
        reports.insert(library, reportOfTool(output, status, daemon.output()));
    }
    return reports;
}

} // namespace

class TestPmixFlows : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void direct_data() { addRows("flow_direct"); }
    void direct() { connected(); }
    void coSpawned_data() { addRows("flow_cospawn"); }
    void coSpawned() { connected(); }
    void indirect_data() { addRows("flow_indirect"); }
    void indirect();
    void attach_data() { addRows("flow_attach"); }
    void attach();

private:
    static void connected();
};

void TestPmixFlows::initTestCase()
{
    QStringList missing;
    for (const Library each : kLibraries)
        if (peerProgram("flow_direct", each).isEmpty())
            missing << suffixOf(each);
    if (missing.isEmpty() || qEnvironmentVariableIsEmpty("DBGR_REQUIRE"))
        return;
    QFAIL(qPrintable(
        "not built with " + missing.join(", ") +
        ": install libpmix-dev (tools/setup), run tools/launcher openmpi5 and openmpi6, and configure again"));
}

void TestPmixFlows::connected()
{
    QFETCH(QString, name);
    QFETCH(int, library);
    QFETCH(int, launcher);
    if (peerProgram(name, Library(library)).isEmpty())
        QSKIP("not built: its library is missing");
    static QMap<QPair<QString, int>, QMap<int, PeerReport>> done;
    if (!done.contains({name, launcher}))
        done.insert({name, launcher}, runConnected(name, Launcher(launcher)));
    const QMap<int, PeerReport> reports = done.value({name, launcher});
    QVERIFY2(reports.contains(library), "the launcher did not start");
    compareWithTable(reports.value(library), knownDifferences(name, Library(library), Launcher(launcher)));
}

void TestPmixFlows::indirect()
{
    QFETCH(QString, name);
    QFETCH(int, library);
    QFETCH(int, launcher);
    const QString program = peerProgram(name, Library(library));
    if (program.isEmpty())
        QSKIP("not built: its library is missing");
    const auto result = runLauncher(program, {peerLauncher(Launcher(launcher), "prterun")}, Mpi::OpenMpi5, {}, 110000);
    compareWithTable(reportOfTool(result.standardOutput, result.status, result.standardError, kIndirectTools),
                     knownDifferences(name, Library(library), Launcher(launcher)));
}

void TestPmixFlows::attach()
{
    QFETCH(QString, name);
    QFETCH(int, library);
    QFETCH(int, launcher);
    const QString program = peerProgram(name, Library(library));
    if (program.isEmpty())
        QSKIP("not built: its library is missing");
    QTemporaryDir notes(QDir::tempPath() + "/dr");
    LauncherDaemon daemon(peerLauncher(Launcher(launcher), "prterun"), {"-n", "2", program, "--user", notes.path()});
    QTRY_VERIFY2_WITH_TIMEOUT(daemon.output().contains("up\n"), daemon.output(), 20000);
    const auto tool = daemon.startTool(program, {QString::number(daemon.processId())});
    QByteArray output;
    const int status = LauncherDaemon::awaitTool(*tool, output);
    compareWithTable(reportOfTool(output, status, daemon.output()),
                     knownDifferences(name, Library(library), Launcher(launcher)));
    // The job ends as if nobody had been there.
    QVERIFY(daemon.isRunning());
    QVERIFY(QFile(notes.filePath("stop")).open(QIODevice::WriteOnly));
    QTRY_VERIFY2_WITH_TIMEOUT(!daemon.isRunning(), daemon.output(), 20000);
    QVERIFY2(daemon.end() == 0, daemon.output());
}

QTEST_GUILESS_MAIN(TestPmixFlows)
#include "tst_pmix_flows.moc"

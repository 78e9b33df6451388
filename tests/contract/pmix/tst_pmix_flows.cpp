// SPDX-License-Identifier: GPL-3.0-or-later
// What a debugger does from its first step to its last, after the Standard: direct, indirect and attached (flow_... of
// tests/peers), with our library and with those of others of three releases, under our launcher and under others' of
// two. All of their checks hold but those of the table of known differences, and what the table says is so.
#include "tests/contract/pmix/launcher_daemon.h"
#include "tests/contract/pmix/tool_runs.h"
#include "tests/integration/launcher/launcher_run.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_pmix_flows {

using namespace dbgr::test;

namespace {

constexpr int kIndirectTools = 6; ///< that flow_indirect is
constexpr int kTimeoutMs = 110000;

} // namespace

class TestPmixFlows : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { requirePeers("flow_direct"); }
    void direct_data() { addPeerRows({"flow_direct"}); }
    void direct() { checkRowOfTools(ToolsOf::OneLauncher, kTimeoutMs); }
    void coSpawned_data() { addPeerRows({"flow_direct_cospawn"}); }
    /// Each with its own launcher: PRRTE 3 does not answer others any more when daemons were to be co-spawned.
    void coSpawned() { checkRowOfTools(ToolsOf::LauncherForEach, kTimeoutMs); }
    void indirect_data() { addPeerRows({"flow_indirect"}); }
    void indirect();
    void attach_data() { addPeerRows({"flow_attach"}); }
    void attach() { attached(); }
    void attachCoSpawned_data() { addPeerRows({"flow_attach_cospawn"}); }
    void attachCoSpawned() { attached(); }

private:
    static void attached();
};

void TestPmixFlows::indirect()
{
    QFETCH(QString, name);
    QFETCH(int, library);
    QFETCH(int, launcher);
    const QString program = peerProgram(name, Library(library));
    if (program.isEmpty())
        QSKIP("not built: its library is missing");
    const auto result =
        runLauncher(program, {peerLauncher(Launcher(launcher), "prterun")}, Mpi::OpenMpi5, {}, kTimeoutMs);
    compareWithTable(reportOfTool(result.standardOutput, result.status, result.standardError, kIndirectTools), name,
                     Library(library), Launcher(launcher));
}

/// The row's tool, with a launcher that has jobs of its user.
void TestPmixFlows::attached()
{
    QFETCH(QString, name);
    QFETCH(int, library);
    QFETCH(int, launcher);
    const QString program = peerProgram(name, Library(library));
    if (program.isEmpty())
        QSKIP("not built: its library is missing");
    QTemporaryDir notes(QDir::tempPath() + "/dr");
    LauncherDaemon daemon(peerLauncher(Launcher(launcher), "prterun"),
                          {"-n", "2", peerProgram("flow_attach", Library(library)), "--user", notes.path()});
    QTRY_VERIFY2_WITH_TIMEOUT(daemon.output().contains("up\n"), daemon.output(), 20000);
    const auto tool = daemon.startTool(program, {QString::number(daemon.processId())});
    QByteArray output;
    const int status = LauncherDaemon::awaitTool(*tool, output, kTimeoutMs);
    compareWithTable(reportOfTool(output, status, daemon.output()), name, Library(library), Launcher(launcher));
    if (endsOfFlows(name, Library(library), Launcher(launcher)).isEmpty())
        return; // the launcher may be in disorder, and its status is that of a job which the tool has ended
    // The job ends as if nobody had been there.
    QVERIFY(daemon.isRunning());
    QVERIFY(QFile(notes.filePath("stop")).open(QIODevice::WriteOnly));
    QTRY_VERIFY2_WITH_TIMEOUT(!daemon.isRunning(), daemon.output(), 20000);
    QVERIFY2(daemon.end() == 0, daemon.output());
}

DBGR_TEST(TestPmixFlows, QCoreApplication);

} // namespace tst_pmix_flows

#include "tst_pmix_flows.moc"

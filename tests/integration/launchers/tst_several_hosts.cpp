// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs on hosts that have a network, /tmp and process numbers of their own (tests/cluster/node-cluster --network),
// started from a host that has no ranks: Open MPI 5, Open MPI 4, MPICH.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/job_environment.h"
#include "tests/support/batch/job_processes.h"
#include "tests/support/launchers/node_cluster.h"
#include "tests/support/run/test_class.h"

#include <QJsonArray>
#include <QtTest>

#include <csignal>
#include <unistd.h>

namespace tst_several_hosts {

using namespace dbgr::test;

namespace {

constexpr int kRanks = 4; // two on each of two hosts

struct Launcher
{
    QStringList command;
    QString program;
};

} // namespace

class TestSeveralHosts : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (::geteuid() == 0)
            return;
        if (!qEnvironmentVariableIsEmpty("DBGR_REQUIRE"))
            QFAIL("hosts with a network of their own need root, and DBGR_REQUIRE is set");
        QSKIP("hosts with a network of their own need root");
    }

    void aJobIsDebuggedFromAHostWithoutRanks_data()
    {
        QTest::addColumn<QString>("launcher");
        for (const char* launcher : {"openmpi5", "openmpi4", "mpich"})
            QTest::newRow(launcher) << launcher;
    }
    void aJobIsDebuggedFromAHostWithoutRanks()
    {
        QFETCH(QString, launcher);
        BatchRun run;
        NodeCluster nodes;
        QVERIFY2(nodes.startWithNetwork({"h1", "h2"}, run.folder()), nodes.error());
        start(run, nodes, launcher);
        QVERIFY2(run.waitForEvent("attached", 90000)["ranks"] == "0-3", run.transcript());
        const QJsonArray hosts = run.events("launched").value(0)["hosts"].toArray();
        QCOMPARE(hosts.size(), 2);
        for (const QJsonValue& host : hosts)
            QCOMPARE(host["ranks"].toString(), host["host"] == "h1" ? "0-1" : "2-3");
        for (const char* command : {"break turn", "continue", "next", "print rank", "delete 1", "continue &"})
            run.type(command);
        QVERIFY2(run.waitForReply("next", 60000)["stopped"] == "0-3", run.transcript());
        const QJsonArray values = run.waitForReply("print")["values"].toArray();
        QVERIFY2(values.size() == kRanks, run.transcript());
        for (const QJsonValue& value : values)
            QVERIFY2(value["value"] == value["ranks"], run.transcript());
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(beats(run.folder(), rank), run.transcript());
        QVERIFY(QFile(run.folder() + "/stop").open(QIODevice::WriteOnly));
        QVERIFY2(run.waitForEvent("ended", 60000)["status"] == 0, run.transcript());
        run.closeInput();
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        const QByteArray left = nodes.leftAfter();
        QVERIFY2(left.isEmpty(), left);
    }

    /// Rank 0 is not on the launcher's host; of Open MPI 4 it alone has an input.
    void inputReachesItsRank_data() { aJobIsDebuggedFromAHostWithoutRanks_data(); }
    void inputReachesItsRank()
    {
        QFETCH(QString, launcher);
        BatchRun run;
        NodeCluster nodes;
        QVERIFY2(nodes.startWithNetwork({"h1", "h2"}, run.folder()), nodes.error());
        start(run, nodes, launcher, {"read"});
        QVERIFY2(run.waitForEvent("attached", 90000)["ranks"] == "0-3", run.transcript());
        const QList<int> readers = launcher == "openmpi4" ? QList<int>{0} : QList<int>{0, 1, 2, 3};
        const QString line = QString("0123456789").repeated(100);
        run.type("continue &");
        for (const int rank : readers) {
            run.type(QString("input %1 first of %1").arg(rank));
            run.type(QString("input %1 %1%2").arg(rank).arg(line));
        }
        for (const int rank : readers)
            run.type(QString("eof %1").arg(rank));
        QVERIFY2(run.waitForReply("eof", 30000)["ranks"] == "0", run.transcript());
        QVERIFY(QFile(run.folder() + "/stop").open(QIODevice::WriteOnly));
        QVERIFY2(run.waitForEvent("ended", 60000)["status"] == 0, run.transcript());
        run.closeInput();
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(run.events("error").isEmpty(), run.transcript());
        for (const int rank : readers)
            QVERIFY2(run.output(rank).contains(
                         QString("rank %1 read: first of %1\nrank %1 read: %1%2\n").arg(rank).arg(line)),
                     run.transcript());
        const QByteArray left = nodes.leftAfter();
        QVERIFY2(left.isEmpty(), left);
    }

    void ranksOutliveADebuggerThatIsKilled_data() { aJobIsDebuggedFromAHostWithoutRanks_data(); }
    void ranksOutliveADebuggerThatIsKilled()
    {
        QFETCH(QString, launcher);
        BatchRun run;
        NodeCluster nodes;
        QVERIFY2(startRunning(run, nodes, launcher), nodes.error() + run.transcript());
        QVERIFY(!nodes.leftAfter(0).isEmpty()); // it sees what runs
        ::kill(static_cast<pid_t>(run.pid()), SIGKILL);
        QVERIFY2(run.exitStatus(5000) == 128 + SIGKILL, run.transcript());
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(beats(run.folder(), rank), run.transcript());
        QVERIFY(QFile(run.folder() + "/stop").open(QIODevice::WriteOnly));
        const QByteArray left = nodes.leftAfter();
        QVERIFY2(left.isEmpty(), left);
    }

    void theLaunchersDeathEndsTheJob_data() { aJobIsDebuggedFromAHostWithoutRanks_data(); }
    void theLaunchersDeathEndsTheJob()
    {
        QFETCH(QString, launcher);
        BatchRun run;
        NodeCluster nodes;
        QVERIFY2(startRunning(run, nodes, launcher), nodes.error() + run.transcript());
        const int pid = run.events("launcher").value(0)["pid"].toInt();
        QVERIFY2(pid > 1, run.transcript());
        ::kill(pid, SIGKILL);
        run.closeInput();
        QVERIFY2(run.exitStatus() > 0, run.transcript());
        const QByteArray left = nodes.leftAfter();
        QVERIFY2(left.isEmpty(), left + run.transcript());
    }

    void aLinkThatIsCutForFiveSecondsHarmsNothing_data() { aJobIsDebuggedFromAHostWithoutRanks_data(); }
    void aLinkThatIsCutForFiveSecondsHarmsNothing()
    {
        QFETCH(QString, launcher);
        BatchRun run;
        NodeCluster nodes;
        QVERIFY2(startRunning(run, nodes, launcher), nodes.error() + run.transcript());
        QVERIFY(nodes.order("cut h2"));
        QTest::qWait(5000);
        QVERIFY(nodes.order("mend h2"));
        run.type("interrupt");
        run.type("print rank");
        run.type("continue &");
        QVERIFY2(run.waitForReply("print", 60000)["values"].toArray().size() == kRanks, run.transcript());
        QVERIFY2(run.events("lost").isEmpty(), run.transcript());
        QVERIFY(QFile(run.folder() + "/stop").open(QIODevice::WriteOnly));
        QVERIFY2(run.waitForEvent("ended", 60000)["status"] == 0, run.transcript());
        run.closeInput();
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(run.output(rank).endsWith(QString("rank %1 ends\n").arg(rank)), run.transcript());
        const QByteArray left = nodes.leftAfter();
        QVERIFY2(left.isEmpty(), left + run.transcript());
    }

private:
    static bool startRunning(BatchRun& run, NodeCluster& nodes, const QString& launcher)
    {
        if (!nodes.startWithNetwork({"h1", "h2"}, run.folder()))
            return false;
        start(run, nodes, launcher);
        if (run.waitForEvent("attached", 90000)["ranks"] != "0-3")
            return false;
        run.type("continue &");
        for (int rank = 0; rank < kRanks; ++rank)
            if (!beats(run.folder(), rank))
                return false;
        return true;
    }

    static void start(BatchRun& run, const NodeCluster& nodes, const QString& launcher,
                      const QStringList& arguments = {})
    {
        QStringList command{"mpiexec", "--bind-to", "none", "--host", "h1:2,h2:2"};
        if (launcher == "openmpi4")
            command[0] = "mpirun.openmpi";
        if (launcher == "mpich")
            command = {"mpiexec.hydra", "-launcher", "ssh", "-launcher-exec", nodes.rsh(), "-hosts",
                       "h1,h2",         "-ppn",      "2"};
        const QString program = run.folder() + "/dbgr";
        writeScript(
            program,
            ("#!/bin/sh\nexec " + nodes.onHead().join(' ') + " '" + builtProgram("dbgr") + "' \"$@\"\n").toLocal8Bit());
        run.program(program);
        run.environment("PRTE_MCA_plm_ssh_agent", nodes.rsh());
        run.environment("PRTE_MCA_prte_launch_agent", openMpi5Bin() + "/prted");
        run.environment("OMPI_MCA_plm_rsh_agent", nodes.rsh());
        run.environment("OMPI_MCA_mpi_yield_when_idle", "1");
        run.environment("OMPI_MCA_btl", "self,tcp"); // the ranks of a host share no memory with those of another
        run.environment("UCX_TLS", "self,tcp");
        run.environment("UCX_NET_DEVICES", "eth0");
        run.startCommand(command +
                         QStringList{"-n", QString::number(kRanks), builtProgram("debuggees/launcher_rank_" + launcher),
                                     "120", run.folder()} +
                         arguments);
    }
};

DBGR_TEST(TestSeveralHosts, QCoreApplication);

} // namespace tst_several_hosts

#include "tst_several_hosts.moc"

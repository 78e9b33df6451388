// SPDX-License-Identifier: GPL-3.0-or-later
// What dbgr can do with jobs of Slurm's srun, on a Slurm of one node that this program starts and ends: the machine's
// own, or a later one (see CMakeLists.txt). Each row is a kind of program; the first functions are named after
// capabilities.
#include "tests/support/batch/job_processes.h"
#include "tests/support/launchers/launcher_test.h"
#include "tests/support/launchers/slurm_cluster.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QtTest>

#include <csignal>

namespace tst_slurm {

using namespace dbgr::test;

class TestSlurm : public LauncherTest
{
    Q_OBJECT

private slots:
    void initTestCase_data()
    {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QStringList>("options");
        QTest::newRow("MPICH") << "debuggees/launcher_rank_mpich" << QStringList{"--mpi=pmi2"};
        QTest::newRow("no MPI") << "debuggees/launcher_rank_plain" << QStringList{"--mpi=none"};
    }
    void initTestCase() { QVERIFY2(m_cluster.start(), m_cluster.error()); }

    void standardInput()
    {
        BatchRun run;
        run.commands({"input all hello there", "eof all", "continue"});
        launch(run, "0", {"read"});
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(run.output(rank).contains(QString("rank %1 read: hello there\n").arg(rank)), run.transcript());
    }

    void endOfJob()
    {
        BatchRun run;
        run.commands({"continue"});
        startCommand(run, {"sh", "-c", "exit $((SLURM_PROCID + 1))"});
        QVERIFY2(run.exitStatus() == kRanks, run.transcript());
        QVERIFY2(run.events("ended").value(0)["status"] == kRanks, run.transcript());
        QSet<int> statuses;
        for (const QJsonObject& exited : run.events("exited"))
            statuses += exited["status"].toInt();
        QCOMPARE(statuses, (QSet<int>{1, 2, 3}));
        checkNothingIsLeft(run);
    }

    void theProgramOfAScriptBehindTheAgentIsDebugged()
    {
        QFETCH_GLOBAL(const QString, program);
        if (program.endsWith("plain"))
            QSKIP("nothing tells it from what else a script runs");
        BatchRun run;
        const QString script = run.folder() + "/run.sh";
        writeScript(script, "#!/bin/sh\nhostname > /dev/null\n" + builtProgram(program).toUtf8() + " \"$@\"\nexit 4\n");
        run.commands({"break turn", "continue", "print rank", "delete all", "continue"});
        QFETCH_GLOBAL(const QStringList, options);
        startCommand(run, options + QStringList{builtProgram("dbgr-exec"), script, "1", run.folder()});
        QVERIFY2(run.exitStatus() == 4, run.transcript());
        QVERIFY2(run.replies("print").value(0)["values"].toArray().size() == kRanks, run.transcript());
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(run.output(rank).contains(QString("rank %1 ends\n").arg(rank)), run.transcript());
        checkNothingIsLeft(run);
    }

    void aRankIsInterrupted()
    {
        BatchRun run;
        run.commands({"continue &", "interrupt", "stacks", "kill"});
        launch(run, "60");
        QVERIFY2(run.exitStatus() == 137, run.transcript());
        QCOMPARE(run.replies("stacks").size(), 1);
        checkOnlyExpectedStops(run);
    }

    void inputForARankThatSrunDoesNotServeIsRefused()
    {
        BatchRun run;
        run.option({"--keep-going"}).commands({"input 0 never", "input 1 hello", "eof 1", "kill"});
        startCommand(run, {"--input=1", builtProgram("debuggees/launcher_rank_plain"), "60", run.folder(), "read"});
        QVERIFY2(run.exitStatus() > 0, run.transcript());
        QVERIFY2(run.transcript().contains("rank 1 only"), run.transcript());
        QCOMPARE(run.replies("input").size(), 1);
    }

    /// Nodes with names that are not this machine's: the table and the daemons call them alike.
    void twoNodesHaveADaemonEach()
    {
        SlurmCluster cluster;
        QVERIFY2(cluster.start(2), cluster.error());
        BatchRun run;
        run.environment("SLURM_CONF", cluster.configuration());
        run.commands({"break turn", "continue", "print rank", "delete 1", "continue"});
        run.startCommand({"srun", "-N2", "-n4", builtProgram("debuggees/launcher_rank_plain"), "1", run.folder()});
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QSet<QString> hosts;
        for (const QJsonObject& daemon : run.events("daemon"))
            hosts += daemon["host"].toString();
        QCOMPARE(hosts, (QSet<QString>{"node1", "node2"}));
        QVERIFY2(run.events("attached").value(0)["ranks"] == "0-3", run.transcript());
        QCOMPARE(run.replies("print").value(0)["values"].toArray().size(), 4);
        for (int rank = 0; rank < 4; ++rank)
            QVERIFY2(run.output(rank).contains(QString("rank %1 ends\n").arg(rank)), run.transcript());
    }

    /// srun has a copy of itself below it, which knows nothing of the job.
    void theCopyOfSrunLeadsToIt()
    {
        UserJob job;
        QVERIFY2(startJob(job), job.transcript());
        QList<int> sruns = pidsOf(job.folder(), "srun");
        sruns.removeAll(job.launcherPid());
        QCOMPARE(sruns.size(), 1);
        BatchRun run;
        run.option({"--attach", QString::number(sruns.first())}).commands({"stacks"});
        run.startCommand({});
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(run.events("attached").value(0)["ranks"] == kAll, run.transcript());
        endJob(job);
    }

    void aProgramThatIsOnlyCalledSrunIsRefused()
    {
        BatchRun run;
        QVERIFY(QFile::copy("/bin/sleep", run.folder() + "/srun"));
        run.startCommand({run.folder() + "/srun", "60"});
        QVERIFY2(run.exitStatus(30000) > 0, run.transcript());
        QVERIFY2(run.transcript().contains("MPIR_proctable"), run.transcript());
        QVERIFY2(allGone(run.folder(), 3000), left(run));
    }

    void aBadOptionIsExplained()
    {
        BatchRun run;
        startCommand(run, {"--no-such-option", "true"});
        QVERIFY2(run.exitStatus(30000) > 0, run.transcript());
        QVERIFY2(run.transcript().contains("no-such-option"), run.transcript());
    }

protected:
    [[nodiscard]] QStringList launcher() const override { return {"srun", "-n", QString::number(kRanks)}; }
    [[nodiscard]] QList<QPair<QString, QString>> environment() const override
    {
        return {{"SLURM_CONF", m_cluster.configuration()}};
    }

private:
    SlurmCluster m_cluster;
};

DBGR_TEST(TestSlurm, QCoreApplication);

} // namespace tst_slurm

#include "tst_slurm.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// What dbgr can do with jobs of Slurm's srun, on a Slurm of one node that this program starts and ends: the machine's
// own, or a later one (see CMakeLists.txt). Each row is a kind of program; the first functions are named after
// capabilities.
#include "tests/support/batch/job_processes.h"
#include "tests/support/launchers/launcher_test.h"
#include "tests/support/launchers/slurm_cluster.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QFileInfo>
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
        QTest::addColumn<QString>("scripts"); // why tests that have some of their own are left out
        QTest::newRow("MPICH") << "debuggees/launcher_rank_mpich" << QStringList{"--mpi=pmi2"} << "";
        QTest::newRow("no MPI") << "debuggees/launcher_rank_plain" << QStringList{"--mpi=none"}
                                << "nothing tells it from what else a script runs";
        QTest::newRow("MPICH below a shell")
            << "debuggees/launcher_rank_mpich"
            << QStringList{"--mpi=pmi2", "bash", "-c", "hostname > /dev/null; \"$0\" \"$@\"; exit $?"}
            << "it is one already";
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
        startCommand(run, {"awk", "BEGIN { exit ENVIRON[\"SLURM_PROCID\"] + 1 }"});
        QVERIFY2(run.exitStatus() == kRanks, run.transcript());
        QVERIFY2(run.events("ended").value(0)["status"] == kRanks, run.transcript());
        QSet<int> statuses;
        for (const QJsonObject& exited : run.events("exited"))
            statuses += exited["status"].toInt();
        QCOMPARE(statuses, (QSet<int>{1, 2, 3}));
        checkNothingIsLeft(run);
    }

    /// Nobody has to write dbgr-exec.
    void theProgramThatARankStartsIsDebugged_data()
    {
        QTest::addColumn<QStringList>("command"); // SCRIPT, APP and FOLDER become what they name
        QTest::addColumn<int>("status");
        QTest::newRow("a script") << QStringList{"SCRIPT"} << 4;
        QTest::newRow("a script with dbgr-exec") << QStringList{builtProgram("dbgr-exec"), "SCRIPT"} << 4;
        QTest::newRow("a script in the ranks' folder") << QStringList{"--chdir=FOLDER", "./run.sh"} << 4;
        QTest::newRow("words for a shell")
            << QStringList{"bash", "-c", "hostname >/dev/null; APP \"$@\"; exit 5", "x"} << 5;
        QTest::newRow("env, taskset") << QStringList{"env", "A=1", "taskset", "-c", "0-1", "APP"} << 0;
        QTest::newRow("without the user's variables") << QStringList{"--export=NONE", "SCRIPT"} << 4;
    }
    void theProgramThatARankStartsIsDebugged()
    {
        QFETCH_GLOBAL(const QString, program);
        QFETCH(QStringList, command);
        QFETCH(const int, status);
        QFETCH_GLOBAL(const QString, scripts);
        if (!scripts.isEmpty())
            QSKIP(qPrintable(scripts));
        BatchRun run;
        const QString script = run.folder() + "/run.sh";
        writeScript(script, "#!/bin/sh\nhostname > /dev/null\n" + builtProgram(program).toUtf8() + " \"$@\"\nexit 4\n");
        for (QString& word : command)
            word.replace("SCRIPT", script).replace("FOLDER", run.folder()).replace("APP", builtProgram(program));
        run.commands({"ranks", "break turn", "continue", "print rank", "delete all", "continue"});
        QFETCH_GLOBAL(const QStringList, options);
        startCommand(run, options + command + QStringList{"1", run.folder()});
        QVERIFY2(run.exitStatus() == status, run.transcript());
        QVERIFY2(run.events("warning").isEmpty(), run.transcript());
        checkRanksAre(run, program);
        QVERIFY2(run.transcript().contains("ranks 0-2 are launcher_rank_mpich, started by way of "), run.transcript());
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(run.output(rank).contains(QString("rank %1 ends\n").arg(rank)), run.transcript());
        checkNothingIsLeft(run);
    }

    void theProgramsOfAFileAreDebugged()
    {
        QFETCH_GLOBAL(const QString, program);
        QFETCH_GLOBAL(const QStringList, options);
        QFETCH_GLOBAL(const QString, scripts);
        if (!scripts.isEmpty())
            QSKIP(qPrintable(scripts));
        BatchRun run;
        const QByteArray app = builtProgram(program).toUtf8();
        const QByteArray rest = "1 " + run.folder().toUtf8() + "\n";
        writeScript(run.folder() + "/run.sh", "#!/bin/sh\n" + app + " \"$@\"\nexit $?\n");
        writeScript(run.folder() + "/programs", "# three\n0 " + run.folder().toUtf8() + "/run.sh \\\n" + rest + "1 " +
                                                    app + ' ' + rest + "2 env A=1 " + app + ' ' + rest);
        run.commands({"ranks", "break turn", "continue", "print rank", "delete all", "continue"});
        startCommand(run, options + QStringList{"--multi-prog", run.folder() + "/programs"});
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        checkRanksAre(run, program);
        checkNothingIsLeft(run);
    }

    void inputForSomeRanksThatAreScriptsIsRefused()
    {
        QFETCH_GLOBAL(const QString, program);
        QFETCH_GLOBAL(const QStringList, options);
        QFETCH_GLOBAL(const QString, scripts);
        if (!scripts.isEmpty())
            QSKIP(qPrintable(scripts));
        BatchRun run;
        run.option({"--keep-going"}).commands({"input 0 never", "input all hello", "eof all", "continue"});
        startCommand(run, options + QStringList{"env", "A=1", builtProgram(program), "0", run.folder(), "read"});
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(run.transcript().contains("srun gives its input to all ranks"), run.transcript());
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(run.output(rank).contains(QString("rank %1 read: hello\n").arg(rank)), run.transcript());
    }

    /// While all processors are another job's.
    void aJobThatStandsInTheQueueIsNotLate()
    {
        UserJob other;
        other.environment().insert("SLURM_CONF", m_cluster.configuration());
        other.start({"srun", "-n16", "sh", "-c", "echo here; sleep 6"});
        QVERIFY2(other.prints("here"), other.transcript());
        BatchRun run;
        run.option({"--launch-timeout", "3"}).commands({"print rank", "continue"});
        launch(run, "0");
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(run.events("attached").value(0)["ranks"] == kAll, run.transcript());
        QVERIFY2(other.exitStatus() == 0, other.transcript());
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

    /// srun of a debugger ends with 0 then (22), or with 1 (26).
    void aMissingProgramIsToldOf()
    {
        for (int time = 0; time < 6; ++time) { // it tells of its tasks before it knows, or after
            BatchRun run;
            run.commands({"continue"});
            startCommand(run, {"/no/such/program"});
            QVERIFY2(run.exitStatus(30000) == 121, run.transcript());
            QVERIFY2(run.transcript().contains("No such file or directory"), run.transcript());
            QVERIFY2(run.events("error").size() == 1 && run.events("attached").isEmpty(), run.transcript());
            QVERIFY2(run.events("ended").value(0)["status"].toInt(-1) != 0, run.transcript());
            checkNothingIsLeft(run);
        }
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
    static void checkRanksAre(BatchRun& run, const QString& program)
    {
        const QJsonArray ranks = run.replies("ranks").value(0)["ranks"].toArray();
        QVERIFY2(ranks.size() == kRanks, run.transcript());
        for (const auto& rank : ranks)
            QCOMPARE(QFileInfo(rank.toObject()["executable"].toString()).canonicalFilePath(),
                     QFileInfo(builtProgram(program)).canonicalFilePath());
        QCOMPARE(run.replies("print").value(0)["values"].toArray().size(), kRanks);
    }

    SlurmCluster m_cluster;
};

DBGR_TEST(TestSlurm, QCoreApplication);

} // namespace tst_slurm

#include "tst_slurm.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// What dbgr can do with jobs of Slurm's srun, on a Slurm of one node that this program starts and ends. Each row is a
// kind of program; the first functions are named after capabilities.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/job_processes.h"
#include "tests/support/launchers/slurm_cluster.h"
#include "tests/support/launchers/user_job.h"

#include <QFile>
#include <QJsonArray>
#include <QtTest>

#include <csignal>

using namespace dbgr::test;

namespace {

constexpr int kRanks = 3;
const QString kAll = "0-2";

void makeStopFile(const QString& folder)
{
    QVERIFY(QFile(folder + "/stop").open(QIODevice::WriteOnly));
}

} // namespace

class TestSlurm : public QObject
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

    void launchHeld()
    {
        BatchRun run;
        launch(run, "60");
        const QJsonObject held = run.waitForEvent("held");
        QVERIFY2(held["ranks"] == kAll && held["where"] == "exec", run.transcript());
        QVERIFY2(run.waitForEvent("attached")["ranks"] == kAll, run.transcript());
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(spinPidNow(run.folder(), rank) == 0, "a rank ran before it was let go");
        run.type("kill");
        run.closeInput();
        QVERIFY2(run.exitStatus() >= 0, run.transcript());
        QVERIFY2(allGone(run.folder()), left(run));
    }

    void breakpointAndStep()
    {
        BatchRun run;
        run.commands({"break turn", "continue", "print number", "next", "where", "delete 1", "continue"});
        launch(run, "1");
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        const QJsonArray values = run.replies("print").value(0)["values"].toArray();
        QVERIFY2(values.size() == 1 && values[0]["ranks"] == kAll && values[0]["value"] == "1", run.transcript());
        int steps = 0;
        for (const QJsonObject& stop : run.events("stopped"))
            steps += stop["reason"] == "step";
        QVERIFY2(steps > 0, run.transcript());
        checkOnlyExpectedStops(run);
    }

    void output()
    {
        BatchRun run;
        run.commands({"continue"});
        launch(run, "1");
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        for (int rank = 0; rank < kRanks; ++rank) {
            QCOMPARE(run.output(rank),
                     QString("rank %1 of %2 begins\nrank %1 turn 20\nrank %1 ends\n").arg(rank).arg(kRanks));
            QCOMPARE(run.output(rank, "stderr"), QString("rank %1 complains\n").arg(rank));
        }
        checkOnlyExpectedStops(run);
    }

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
        startSrun(run, {"sh", "-c", "exit $((SLURM_PROCID + 1))"});
        QVERIFY2(run.exitStatus() == kRanks, run.transcript());
        QVERIFY2(run.events("ended").value(0)["status"] == kRanks, run.transcript());
        QSet<int> statuses;
        for (const QJsonObject& exited : run.events("exited"))
            statuses += exited["status"].toInt();
        QCOMPARE(statuses, (QSet<int>{1, 2, 3}));
        QVERIFY2(allGone(run.folder()), left(run));
    }

    void attachWhileRunning()
    {
        UserJob job;
        QVERIFY2(startJob(job), job.transcript());
        BatchRun run;
        attach(run, job);
        const QJsonObject attached = run.waitForEvent("attached");
        QVERIFY2(attached["ranks"] == kAll, run.transcript());
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(tracerOf(job.rankPid(rank)) > 0, run.transcript());
        run.closeInput();
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        endJob(job);
    }

    void stacksWhileAttached()
    {
        UserJob job;
        QVERIFY2(startJob(job), job.transcript());
        BatchRun run;
        run.commands({"stacks", "break turn", "continue", "print rank", "delete 1", "detach"});
        attach(run, job);
        QVERIFY2(!run.waitForReply("print").isEmpty(), run.transcript());
        QVERIFY2(run.replies("stacks").value(0)["stacks"].toArray().size() > 0, run.transcript());
        const QJsonArray values = run.replies("print").value(0)["values"].toArray();
        QCOMPARE(values.size(), kRanks);
        QVERIFY2(!run.waitForReply("detach").isEmpty(), run.transcript());
        job.stop();
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        endJob(job);
    }

    void detachLeavesTheJob()
    {
        UserJob job;
        QVERIFY2(startJob(job), job.transcript());
        BatchRun run;
        attach(run, job);
        QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
        run.closeInput();
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        for (int rank = 0; rank < kRanks; ++rank) {
            QTRY_COMPARE_WITH_TIMEOUT(tracerOf(job.rankPid(rank)), 0, 10000);
            QVERIFY2(beats(job.folder(), rank), job.transcript());
        }
        endJob(job);
    }

    void attachTwice()
    {
        UserJob job;
        QVERIFY2(startJob(job), job.transcript());
        for (int time = 0; time < 2; ++time) {
            BatchRun run;
            run.commands({"stacks"});
            attach(run, job);
            QVERIFY2(run.exitStatus() == 0, run.transcript());
            QVERIFY2(run.events("attached").last()["ranks"] == kAll, run.transcript());
            for (int rank = 0; rank < kRanks; ++rank)
                QVERIFY2(beats(job.folder(), rank), job.transcript());
        }
        endJob(job);
    }

    void launcherKilled()
    {
        UserJob job;
        QVERIFY2(startJob(job), job.transcript());
        BatchRun run;
        attach(run, job);
        QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
        run.type("continue &");
        ::kill(job.launcherPid(), SIGKILL);
        QVERIFY2(!run.waitForEvent("ended").isEmpty(), run.transcript());
        run.closeInput();
        QVERIFY2(run.exitStatus() >= 0, run.transcript());
        QVERIFY2(allGone(job.folder(), 40000), job.transcript()); // Slurm ends the step of an srun that was killed
    }

    void debuggerKilled()
    {
        UserJob job;
        QVERIFY2(startJob(job), job.transcript());
        BatchRun run;
        attach(run, job);
        QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
        ::kill(static_cast<pid_t>(run.pid()), SIGKILL);
        QVERIFY2(run.exitStatus(5000) == 128 + SIGKILL, run.transcript());
        for (int rank = 0; rank < kRanks; ++rank) {
            QVERIFY2(beats(job.folder(), rank), job.transcript());
            QTRY_COMPARE_WITH_TIMEOUT(tracerOf(job.rankPid(rank)), 0, 10000);
        }
        endJob(job);
    }

    void launchedRanksOutliveADebuggerThatIsKilled()
    {
        BatchRun run;
        launch(run, "60");
        QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
        ::kill(static_cast<pid_t>(run.pid()), SIGKILL);
        QVERIFY2(run.exitStatus(5000) == 128 + SIGKILL, run.transcript());
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(spinPid(run.folder(), rank) > 0 && beats(run.folder(), rank), run.transcript());
        makeStopFile(run.folder());
        QVERIFY2(allGone(run.folder()), left(run));
    }

    void aHeldJobIsNotLeftBehind()
    {
        BatchRun run;
        launch(run, "60");
        QVERIFY2(!run.waitForEvent("launcher").isEmpty(), run.transcript());
        ::kill(static_cast<pid_t>(run.pid()), SIGKILL);
        QVERIFY2(run.exitStatus(5000) == 128 + SIGKILL, run.transcript());
        QVERIFY2(allGone(run.folder(), 40000), left(run));
    }

    void theLaunchersDeathEndsTheSession()
    {
        BatchRun run;
        launch(run, "60");
        const int launcher = run.waitForEvent("launcher")["pid"].toInt();
        QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
        QVERIFY(launcher > 0);
        ::kill(launcher, SIGKILL);
        QVERIFY2(!run.waitForEvent("error").isEmpty(), run.transcript());
        run.closeInput();
        QVERIFY2(run.exitStatus(30000) > 0, run.transcript());
        QVERIFY2(allGone(run.folder(), 40000), left(run));
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

    void ranksMayRunFromTheStart()
    {
        BatchRun run;
        run.option({"--stop=none"});
        launch(run, "60");
        QVERIFY2(run.waitForEvent("attached")["ranks"] == kAll, run.transcript());
        QVERIFY2(run.events("held").isEmpty(), run.transcript());
        run.type("kill");
        run.closeInput();
        QVERIFY2(run.exitStatus() == 137, run.transcript());
        QVERIFY2(allGone(run.folder()), left(run));
    }

    void inputForARankThatSrunDoesNotServeIsRefused()
    {
        BatchRun run;
        run.option({"--keep-going"}).commands({"input 0 never", "input 1 hello", "eof 1", "kill"});
        startSrun(run, {"--input=1", builtProgram("debuggees/launcher_rank_plain"), "60", run.folder(), "read"});
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
        startSrun(run, {"--no-such-option", "true"});
        QVERIFY2(run.exitStatus(30000) > 0, run.transcript());
        QVERIFY2(run.transcript().contains("no-such-option"), run.transcript());
    }

private:
    void startSrun(BatchRun& run, const QStringList& rest)
    {
        run.environment("SLURM_CONF", m_cluster.configuration());
        run.startCommand(QStringList{"srun", "-n", QString::number(kRanks)} + rest);
    }
    void launch(BatchRun& run, const QString& seconds, const QStringList& more = {})
    {
        QFETCH_GLOBAL(QString, program);
        QFETCH_GLOBAL(QStringList, options);
        startSrun(run, options + QStringList{builtProgram(program), seconds, run.folder()} + more);
    }
    [[nodiscard]] bool startJob(UserJob& job)
    {
        QFETCH_GLOBAL(QString, program);
        QFETCH_GLOBAL(QStringList, options);
        job.environment().insert("SLURM_CONF", m_cluster.configuration());
        job.start(QStringList{"srun", "-n", QString::number(kRanks)} + options +
                  QStringList{builtProgram(program), "120", job.folder()});
        return job.turns(kRanks);
    }
    static void attach(BatchRun& run, const UserJob& job)
    {
        run.option({"--attach", QString::number(job.launcherPid())});
        run.startCommand({});
    }
    /// The job ends as it would have without us.
    static void endJob(UserJob& job)
    {
        job.stop();
        QVERIFY2(job.exitStatus() == 0, job.transcript());
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(job.standardOutput().contains("rank " + QByteArray::number(rank) + " ends\n"), job.transcript());
    }
    /// Slurm's waking of its tasks is not the user's business.
    static void checkOnlyExpectedStops(BatchRun& run)
    {
        for (const QJsonObject& stop : run.events("stopped"))
            QVERIFY2(stop["reason"] != "signal", run.transcript());
    }
    /// 0: the rank has not said it.
    static int spinPidNow(const QString& folder, int rank)
    {
        QFile file(folder + "/pid." + QString::number(rank));
        return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().toInt() : 0;
    }
    static QByteArray left(BatchRun& run)
    {
        QByteArray text = "processes:\n";
        for (const JobProcess& process : processesOf(run.folder()))
            text += QByteArray::number(process.pid) + ' ' + process.command.toLocal8Bit() + '\n';
        return text + run.transcript();
    }

    SlurmCluster m_cluster;
};

QTEST_GUILESS_MAIN(TestSlurm)
#include "tst_slurm.moc"

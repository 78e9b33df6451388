// SPDX-License-Identifier: GPL-3.0-or-later
// What dbgr can do with jobs of MPICH's mpiexec (hydra). Each row is a kind of program; the first functions are named
// after capabilities.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/job_processes.h"
#include "tests/support/launchers/user_job.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QtTest>

#include <csignal>

using namespace dbgr::test;

namespace {

constexpr int kRanks = 3;
const QString kAll = "0-2";
const QString kMpiexec = "mpiexec.hydra";

/// What the job of a run wrote of itself, if anything.
bool hasBegun(const QString& folder, int rank)
{
    return QFile::exists(folder + "/pid." + QString::number(rank));
}

} // namespace

class TestMpich : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data()
    {
        QTest::addColumn<QString>("program");
        QTest::newRow("MPICH") << "debuggees/launcher_rank_mpich";
        QTest::newRow("no MPI") << "debuggees/launcher_rank_plain";
    }
    void initTestCase()
    {
        if (!QStandardPaths::findExecutable(kMpiexec).isEmpty())
            return;
        if (!qEnvironmentVariableIsEmpty("DBGR_REQUIRE"))
            QFAIL("MPICH is not installed, and DBGR_REQUIRE is set");
        QSKIP("MPICH is not installed");
    }

    void launchHeld()
    {
        BatchRun run;
        launch(run, "60");
        const QJsonObject held = run.waitForEvent("held");
        QVERIFY2(held["ranks"] == kAll && held["where"] == "exec", run.transcript());
        QVERIFY2(run.waitForEvent("attached")["ranks"] == kAll, run.transcript());
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(!hasBegun(run.folder(), rank), "a rank ran before it was let go");
        run.type("kill");
        run.closeInput();
        QVERIFY2(run.exitStatus() >= 0, run.transcript());
        checkNothingIsLeft(run);
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
            QVERIFY2(run.output(rank) ==
                         QString("rank %1 of %2 begins\nrank %1 turn 20\nrank %1 ends\n").arg(rank).arg(kRanks),
                     run.transcript());
            QVERIFY2(run.output(rank, "stderr") == QString("rank %1 complains\n").arg(rank), run.transcript());
        }
        checkOnlyExpectedStops(run);
    }

    void standardInput()
    {
        // hydra leaves the standard input of all other ranks open for ever.
        QFETCH_GLOBAL(QString, program);
        BatchRun run;
        run.commands({"input 0 hello there", "eof 0", "continue"});
        const QStringList part = {builtProgram(program), "0", run.folder()};
        run.startCommand(QStringList{kMpiexec, "-n", "1"} + part + QStringList{"read", ":", "-n", "2"} + part);
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(run.output(0).contains("rank 0 read: hello there\n"), run.transcript());
    }

    void endOfJob()
    {
        BatchRun run;
        run.commands({"continue"});
        run.startCommand({kMpiexec, "-n", "3", "sh", "-c", "exit $((PMI_RANK == 2 ? 7 : 0))"});
        QVERIFY2(run.exitStatus() == 7, run.transcript());
        QVERIFY2(run.events("ended").value(0)["status"] == 7, run.transcript());
        checkNothingIsLeft(run);
    }

    void attachWhileRunning()
    {
        UserJob job;
        QVERIFY2(startJob(job), job.transcript());
        BatchRun run;
        attach(run, job);
        QVERIFY2(run.waitForEvent("attached")["ranks"] == kAll, run.transcript());
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
        QCOMPARE(run.replies("print").value(0)["values"].toArray().size(), kRanks);
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
        QVERIFY2(allGone(job.folder(), 40000), job.transcript()); // hydra's own doing
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

    // ---- Beyond the table

    void launchedRanksOutliveADebuggerThatIsKilled()
    {
        BatchRun run;
        launch(run, "60");
        QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
        ::kill(static_cast<pid_t>(run.pid()), SIGKILL);
        QVERIFY2(run.exitStatus(5000) == 128 + SIGKILL, run.transcript());
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(spinPid(run.folder(), rank) > 0 && beats(run.folder(), rank), run.transcript());
        QVERIFY(QFile(run.folder() + "/stop").open(QIODevice::WriteOnly));
        checkNothingIsLeft(run);
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
        checkNothingIsLeft(run);
    }

    void detachLetsALaunchedJobGo()
    {
        BatchRun run;
        run.commands({"detach"});
        launch(run, "1");
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(run.output(rank).endsWith(QString("rank %1 ends\n").arg(rank)), run.transcript());
    }

    void inputForARankThatHydraDoesNotServeIsRefused()
    {
        BatchRun run;
        run.option({"--keep-going"}).commands({"input 1 never", "kill"});
        launch(run, "60", {"read"});
        QVERIFY2(run.exitStatus() > 0, run.transcript());
        QVERIFY2(run.transcript().contains("rank 0 only"), run.transcript());
    }

    void everyProgramOfAJobIsDebugged()
    {
        QFETCH_GLOBAL(QString, program);
        BatchRun run;
        run.commands({"break turn", "continue", "delete 1", "continue"});
        const QStringList part = {builtProgram(program), "1", run.folder()};
        run.startCommand(QStringList{kMpiexec, "-n", "1"} + part + QStringList{":", "-n", "2"} + part);
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(run.events("attached").value(0)["ranks"] == kAll, run.transcript());
    }

    void aLauncherThatNobodyKnowsIsServedByDbgrExec()
    {
        QFETCH_GLOBAL(QString, program);
        BatchRun run;
        const QString launcher = run.folder() + "/weirdrun";
        QVERIFY(QFile::link(QStandardPaths::findExecutable("env"), launcher));
        run.commands({"break turn", "continue", "print size", "delete 1", "continue"});
        run.startCommand({launcher, "PMI_RANK=0", "PMI_SIZE=1", builtProgram("dbgr-exec"),
                          builtProgram("debuggees/launcher_rank_plain"), "1", run.folder()});
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QCOMPARE(run.replies("print").value(0)["values"][0]["value"], "1");
        checkNothingIsLeft(run);
    }

    void nothingOfDbgrIsInTheProgramsEnvironment()
    {
        BatchRun run;
        run.commands({"continue"});
        run.startCommand({kMpiexec, "-n", "2", "env"});
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        for (int rank = 0; rank < 2; ++rank) {
            QVERIFY2(run.output(rank).contains(QString("PMI_RANK=%1\n").arg(rank)), run.transcript());
            QVERIFY2(!run.output(rank).contains("DBGR_"), run.transcript());
        }
    }

    void aProgramThatIsMissingIsSaid()
    {
        BatchRun run;
        run.startCommand({kMpiexec, "-n", "2", "/no/such/program"});
        QVERIFY2(run.exitStatus(30000) > 0, run.transcript());
        QVERIFY2(run.transcript().contains("/no/such/program: No such file or directory"), run.transcript());
        checkNothingIsLeft(run);
    }

    void aBadOptionIsExplained()
    {
        BatchRun run;
        run.startCommand({kMpiexec, "-no-such-option", "-n", "2", "true"});
        QVERIFY2(run.exitStatus(30000) > 0, run.transcript());
        QVERIFY2(run.transcript().contains("no-such-option"), run.transcript());
    }

private:
    static void launch(BatchRun& run, const QString& seconds, const QStringList& more = {})
    {
        QFETCH_GLOBAL(QString, program);
        run.startCommand(
            QStringList{kMpiexec, "-n", QString::number(kRanks), builtProgram(program), seconds, run.folder()} + more);
    }
    [[nodiscard]] static bool startJob(UserJob& job)
    {
        QFETCH_GLOBAL(QString, program);
        job.start({kMpiexec, "-n", QString::number(kRanks), builtProgram(program), "120", job.folder()});
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
    static void checkOnlyExpectedStops(BatchRun& run)
    {
        for (const QJsonObject& stop : run.events("stopped"))
            QVERIFY2(stop["reason"] != "signal", run.transcript());
    }
    /// No process, and no place where dbgr-exec and dbgd met.
    static void checkNothingIsLeft(BatchRun& run)
    {
        QVERIFY2(allGone(run.folder()), left(run));
        QTRY_VERIFY2(QDir(run.folder()).entryList({"dbgr-*"}).isEmpty(), left(run));
    }
    static QByteArray left(BatchRun& run)
    {
        QByteArray text = "left:\n";
        for (const JobProcess& process : processesOf(run.folder()))
            text += QByteArray::number(process.pid) + ' ' + process.command.toLocal8Bit() + '\n';
        return text + QDir(run.folder()).entryList().join(' ').toLocal8Bit() + '\n' + run.transcript();
    }
};

QTEST_GUILESS_MAIN(TestMpich)
#include "tst_mpich.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// What dbgr can do with jobs of MPICH's mpiexec (hydra): of MPICH 4, or a later one (see CMakeLists.txt). Each row is a
// kind of program; the first functions are named after capabilities.
#include "tests/support/batch/job_environment.h"
#include "tests/support/batch/job_processes.h"
#include "tests/support/launchers/launcher_test.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QtTest>

#include <csignal>

using namespace dbgr::test;

namespace {

const QString kMpiexec = "mpiexec.hydra";

} // namespace

class TestMpich : public LauncherTest
{
    Q_OBJECT

private slots:
    void initTestCase_data()
    {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QStringList>("options");
        const QString tested = testedLauncher("mpich");
        QTest::newRow("MPICH") << "debuggees/launcher_rank_" + tested << QStringList();
        if (tested != "mpich")
            QTest::newRow("MPI's standard ABI") << QString("debuggees/launcher_rank_mpi_abi") << QStringList();
        QTest::newRow("no MPI") << QString("debuggees/launcher_rank_plain") << QStringList();
    }
    void initTestCase()
    {
        if (testedLauncher("mpich") != "mpich" || !QStandardPaths::findExecutable(kMpiexec).isEmpty())
            return;
        if (!qEnvironmentVariableIsEmpty("DBGR_REQUIRE"))
            QFAIL("MPICH is not installed, and DBGR_REQUIRE is set");
        QSKIP("MPICH is not installed");
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
        QVERIFY2(run.events("ended").value(0)["first_failed"] == 2, run.transcript());
        QMap<QString, int> statuses; // ranks that end at the same time are told together
        for (const QJsonObject& exited : run.events("exited"))
            for (const QString& rank :
                 exited["ranks"] == "0-1" ? QStringList{"0", "1"} : QStringList{exited["ranks"].toString()})
                statuses[rank] = exited["status"].toInt(-1);
        QVERIFY2(statuses == (QMap<QString, int>{{"0", 0}, {"1", 0}, {"2", 7}}), run.transcript());
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

protected:
    [[nodiscard]] QStringList launcher() const override { return {kMpiexec, "-n", QString::number(kRanks)}; }
    /// No place where dbgr-exec and dbgd met, either.
    void checkNothingIsLeft(BatchRun& run) override
    {
        LauncherTest::checkNothingIsLeft(run);
        QTRY_VERIFY2(QDir(run.folder()).entryList({"dbgr-*"}).isEmpty(), left(run));
    }
};

QTEST_GUILESS_MAIN(TestMpich)
#include "tst_mpich.moc"

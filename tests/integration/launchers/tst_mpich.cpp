// SPDX-License-Identifier: GPL-3.0-or-later
// What dbgr can do with jobs of MPICH's mpiexec (hydra): of MPICH 4, or a later one (see CMakeLists.txt). Each row is a
// kind of program; the first functions are named after capabilities.
#include "tests/support/batch/job_environment.h"
#include "tests/support/batch/job_processes.h"
#include "tests/support/launchers/launcher_test.h"
#include "tests/support/run/test_class.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QtTest>

#include <csignal>

#include <unistd.h>

namespace tst_mpich {

using namespace dbgr::test;

namespace {

const QString kMpiexec = "mpiexec.hydra";

/// Fields of /proc/PID/stat behind the name, the state first.
QList<QByteArray> statOf(int pid)
{
    QFile file(QString("/proc/%1/stat").arg(pid));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray text = file.readAll();
    return text.mid(text.lastIndexOf(')') + 2).split(' ');
}

int parentOf(int pid)
{
    return statOf(pid).value(1).toInt();
}

/// Of processor time; -1: it is gone.
long ticksOf(int pid)
{
    const QList<QByteArray> fields = statOf(pid);
    return fields.size() > 12 ? fields[11].toLong() + fields[12].toLong() : -1;
}

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
        BatchRun run;
        run.commands({"input 2 for two", "input 0 for zero", "input all for all", "eof all", "continue"});
        launch(run, "0", {"read"});
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        const QStringList own = {"for zero\n", "", "for two\n"};
        for (int rank = 0; rank < kRanks; ++rank) {
            QString lines;
            for (const QString& line : {own[rank], QString("for all\n")})
                lines += line.isEmpty() ? "" : QString("rank %1 read: %2").arg(rank).arg(line);
            QVERIFY2(run.output(rank).contains(lines + QString("rank %1 ends\n").arg(rank)), run.transcript());
        }
        checkNothingIsLeft(run);
    }

    void inputIsTakenWhileARankRunsAndReads()
    {
        BatchRun run;
        run.commands({"continue &", "input 1 first", "input 1 second", "eof 1", "eof 0", "eof 2", "wait"});
        launch(run, "0", {"read"});
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(run.output(1).contains("rank 1 read: first\nrank 1 read: second\nrank 1 ends\n"), run.transcript());
    }

    void everyRankHasAPipeForItsInput()
    {
        BatchRun run;
        run.commands({"eof all", "continue"});
        run.startCommand(
            {kMpiexec, "-n", "3", "python3", "-c",
             "import os, stat; os.write(1, b'a pipe\\n' if stat.S_ISFIFO(os.fstat(0).st_mode) else b'another')"});
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(run.output(rank) == "a pipe\n", run.transcript());
    }

    /// Nor because a rank does not read from it any more.
    void hydraRestsWhileItsRanksWait()
    {
        BatchRun run;
        run.commands({"continue"});
        launch(run, "60", {"read"});
        for (int rank = 0; rank < kRanks; ++rank)
            QTRY_VERIFY2_WITH_TIMEOUT(spinPid(run.folder(), rank) > 0, run.transcript(), 30000);
        const int proxy = parentOf(spinPid(run.folder(), 1));
        const long before = ticksOf(proxy);
        QVERIFY(before >= 0);
        QTest::qWait(1000);
        QVERIFY2(ticksOf(proxy) - before < ::sysconf(_SC_CLK_TCK) / 4, run.transcript());
    }

    // What was sent is read, then comes the end; nothing else happens to the ranks.
    void theirInputEndsWhenRanksAreLetGo()
    {
        BatchRun run;
        run.commands({"input 1-2 the last", "detach", "eof 0"});
        launch(run, "0", {"read"});
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        for (const int rank : {1, 2})
            QVERIFY2(run.output(rank).contains(QString("rank %1 read: the last\nrank %1 ends\n").arg(rank)),
                     run.transcript());
    }
    void theirInputEndsWhenDbgrIsKilled()
    {
        BatchRun run;
        run.commands({"continue"});
        launch(run, "60", {"read"});
        for (int rank = 0; rank < kRanks; ++rank)
            QTRY_VERIFY2_WITH_TIMEOUT(spinPid(run.folder(), rank) > 0, run.transcript(), 30000); // it reads
        ::kill(static_cast<pid_t>(run.pid()), SIGKILL);
        QVERIFY2(run.exitStatus(5000) == 128 + SIGKILL, run.transcript());
        for (int rank = 0; rank < kRanks; ++rank)
            QTRY_VERIFY2_WITH_TIMEOUT(beats(run.folder(), rank), run.transcript(), 30000); // it has read the end
        QVERIFY(QFile(run.folder() + "/stop").open(QIODevice::WriteOnly));
        checkNothingIsLeft(run);
    }

    void endOfJob()
    {
        BatchRun run;
        run.commands({"continue"});
        run.startCommand(
            {kMpiexec, "-n", "3", "python3", "-c", "import os; exit(7 if os.environ['PMI_RANK'] == '2' else 0)"});
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

    void inputForARankThatWasLetGoIsRefused()
    {
        BatchRun run;
        run.option({"--keep-going"}).commands({"detach", "input 1 never", "eof 0"});
        launch(run, "0", {"read"});
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(run.transcript().contains("ended when dbgr let them go"), run.transcript());
    }

    /// Where it is held, a rank is `env`; after that, the program that it has become.
    void whatARankBecomesIsDebugged()
    {
        QFETCH_GLOBAL(QString, program);
        BatchRun run;
        run.commands({"break turn", "continue", "ranks", "continue", "print size", "delete 1", "continue"});
        run.startCommand({kMpiexec, "-n", "2", "env", "COLOUR=red", builtProgram(program), "1", run.folder()});
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        const QJsonArray ranks = run.replies("ranks").value(0)["ranks"].toArray();
        QCOMPARE(ranks.size(), 2);
        for (const auto& rank : ranks)
            QCOMPARE(QFileInfo(rank.toObject()["executable"].toString()).canonicalFilePath(),
                     QFileInfo(builtProgram(program)).canonicalFilePath());
        QVERIFY2(run.replies("print").value(0)["values"][0]["value"] == "2", run.transcript());
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

    void scriptsThatEndAtOnceHaveRun_data()
    {
        QTest::addColumn<QString>("script");
        QTest::newRow("with a word") << "echo here; exit 3";
        QTest::newRow("without a word") << "exit 3";
    }
    /// Before dbgd has called, perhaps.
    void scriptsThatEndAtOnceHaveRun()
    {
        QFETCH(const QString, script);
        for (int time = 0; time < 3; ++time) {
            BatchRun run;
            run.commands({"continue"});
            run.startCommand({kMpiexec, "-n", "2", "sh", "-c", script});
            QVERIFY2(run.exitStatus() == 3, run.transcript());
            const QString words = "ranks 0-1 were scripts that have run no program that uses MPI";
            QVERIFY2(run.transcript().contains(words.toUtf8()), run.transcript());
            checkNothingIsLeft(run);
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

DBGR_TEST(TestMpich, QCoreApplication);

} // namespace tst_mpich

#include "tst_mpich.moc"

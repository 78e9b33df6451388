// SPDX-License-Identifier: GPL-3.0-or-later
// What dbgr can do with a job that it launches through PMIx: PRRTE's prterun, Open MPI 5's mpiexec, dbgrun. Functions
// are named after the capabilities in docs/launchers.md.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/job_processes.h"

#include <QFile>
#include <QtTest>

#include <csignal>

using namespace dbgr::test;

namespace {

constexpr int kRanks = 4;

class LaunchedJob
{
public:
    explicit LaunchedJob(const QStringList& arguments)
    {
        QFETCH_GLOBAL(QString, launcher);
        m_command = {launcher, "-n", QString::number(kRanks), builtProgram("debuggees/launcher_rank_openmpi5")};
        m_command += arguments;
        m_command.replaceInStrings("FOLDER", run.folder());
    }
    void start() { run.startCommand(m_command); }
    /// With ranks that run until they are told to stop.
    [[nodiscard]] bool startRunning()
    {
        start();
        if (run.waitForEvent("attached").isEmpty())
            return false;
        run.type("continue &");
        return beats(run.folder(), 0) && beats(run.folder(), kRanks - 1);
    }
    [[nodiscard]] bool stop() const { return QFile(run.folder() + "/stop").open(QIODevice::WriteOnly); }

    BatchRun run;

private:
    QStringList m_command;
};

} // namespace

class TestLaunchPmix : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data()
    {
        QTest::addColumn<QString>("launcher");
        QTest::newRow("prterun") << "prterun";
        QTest::newRow("Open MPI 5 mpiexec") << "mpiexec";
        QTest::newRow("dbgrun") << "dbgrun";
    }

    void launchHeld()
    {
        LaunchedJob job({"30", "FOLDER"});
        job.start();
        QVERIFY2(!job.run.waitForEvent("attached").isEmpty(), job.run.transcript());
        QCOMPARE(job.run.events("held").value(0)["where"].toString(), QString("init"));
        QCOMPARE(job.run.events("launcher").value(0)["way"].toString(), QString("PMIx"));
        QTest::qWait(500);
        QVERIFY2(!QFile::exists(job.run.folder() + "/pid.0"), "a held rank runs");
        job.run.type("kill");
        job.run.closeInput();
        QCOMPARE(job.run.exitStatus(), 137);
    }

    void launchHeldOnExec()
    {
        LaunchedJob job({"1", "FOLDER"});
        job.run.option({"--stop=exec"}).commands({"break main", "continue", "where", "delete 1", "continue"});
        job.start();
        QVERIFY2(job.run.exitStatus() == 0, job.run.transcript());
        QCOMPARE(job.run.events("held").value(0)["where"].toString(), QString("exec"));
    }

    void breakpointAndStep()
    {
        LaunchedJob job({"1", "FOLDER"});
        job.run.commands({"break turn", "continue", "where", "next", "print number", "delete 1", "continue"});
        job.start();
        QVERIFY2(job.run.exitStatus() == 0, job.run.transcript());
        QCOMPARE(job.run.replies("print").size(), 1);
        QVERIFY2(job.run.transcript().contains("\"reason\":\"step\""), job.run.transcript());
    }

    void output()
    {
        LaunchedJob job({"1", "FOLDER"});
        job.run.commands({"continue"});
        job.start();
        QVERIFY2(job.run.exitStatus() == 0, job.run.transcript());
        for (int rank = 0; rank < kRanks; ++rank) {
            const QString me = QString("rank %1 ").arg(rank);
            QVERIFY2(job.run.output(rank).contains(me + "turn 20\n" + me + "ends\n"), job.run.transcript());
            QVERIFY2(job.run.output(rank, "stderr").contains(me + "complains\n"), job.run.transcript());
        }
    }

    void standardInput()
    {
        LaunchedJob job({"0", "FOLDER", "read"});
        job.run.commands({"input 1 hello", "input 2 moon", "eof all", "continue"});
        job.start();
        QVERIFY2(job.run.exitStatus() == 0, job.run.transcript());
        QVERIFY2(job.run.output(1).contains("rank 1 read: hello\n"), job.run.transcript());
        QVERIFY2(job.run.output(2).contains("rank 2 read: moon\n"), job.run.transcript());
        QVERIFY2(!job.run.output(0).contains("read:"), job.run.transcript());
    }

    void endOfJob()
    {
        LaunchedJob job({"0", "FOLDER"});
        job.run.commands({"continue"});
        job.start();
        QVERIFY2(job.run.exitStatus() == 0, job.run.transcript());
        QCOMPARE(job.run.events("ended").value(0)["status"].toInt(-1), 0);
        QVERIFY2(allGone(job.run.folder()), job.run.transcript());
    }

    void launcherKilled()
    {
        LaunchedJob job({"60", "FOLDER"});
        QVERIFY2(job.startRunning(), job.run.transcript());
        const int launcher = job.run.events("launcher").value(0)["pid"].toInt();
        QVERIFY(launcher > 1);
        ::kill(launcher, SIGKILL);
        job.run.closeInput();
        QVERIFY2(job.run.exitStatus() > 0, job.run.transcript());
        QVERIFY2(allGone(job.run.folder()), job.run.transcript());
    }

    void debuggerKilled()
    {
        LaunchedJob job({"60", "FOLDER"});
        QVERIFY2(job.startRunning(), job.run.transcript());
        ::kill(static_cast<pid_t>(job.run.pid()), SIGKILL);
        QCOMPARE(job.run.exitStatus(5000), 128 + SIGKILL);
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(beats(job.run.folder(), rank), job.run.transcript());
        QVERIFY(job.stop());
        QVERIFY2(allGone(job.run.folder()), job.run.transcript());
    }
};

QTEST_GUILESS_MAIN(TestLaunchPmix)
#include "tst_launch_pmix.moc"

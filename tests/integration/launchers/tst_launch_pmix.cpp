// SPDX-License-Identifier: GPL-3.0-or-later
// What dbgr can do with a job that it launches through PMIx: PRRTE's prterun, Open MPI's mpiexec (5, or a later one:
// see CMakeLists.txt), dbgrun. Functions
// are named after the capabilities in docs/manual/launchers.md.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/job_environment.h"
#include "tests/support/batch/job_processes.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QtTest>

#include <csignal>

namespace tst_launch_pmix {

using namespace dbgr::test;

namespace {

constexpr int kRanks = 4;

QString program()
{
    return builtProgram("debuggees/launcher_rank_" + testedLauncher("openmpi5"));
}

class LaunchedJob
{
public:
    explicit LaunchedJob(const QStringList& arguments)
    {
        QFETCH_GLOBAL(QString, launcher);
        m_command = {launcher, "-n", QString::number(kRanks), program()};
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
        QTest::newRow("mpiexec") << "mpiexec";
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
            const QString all = QString("rank %1 of %2 begins\nrank %1 turn 20\nrank %1 ends\n").arg(rank).arg(kRanks);
            QVERIFY2(job.run.output(rank) == all, job.run.transcript());
            QVERIFY2(job.run.output(rank, "stderr") == QString("rank %1 complains\n").arg(rank), job.run.transcript());
        }
    }

    /// As often as the rank has written it, however often the launcher delivers it.
    void whatIsWrittenAgainIsShownAgain()
    {
        QFETCH_GLOBAL(QString, launcher);
        BatchRun run;
        run.option({"--stop=none"}).commands({"continue"});
        const QString same = "for i in $(seq 40); do echo same; sleep 0.02; done; printf 'same\nsame\n'";
        run.startCommand({launcher, "-n", "2", "sh", "-c", same});
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        for (int rank = 0; rank < 2; ++rank)
            QVERIFY2(run.output(rank) == QString("same\n").repeated(42), run.transcript());
    }

    /// Daemons are no ranks: they need no slot, whatever the user says of those of the job.
    void everySlotIsTaken_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::newRow("by default") << QStringList();
        QTest::newRow("by slot") << QStringList{"--map-by", "slot"};
        QTest::newRow("more ranks than slots") << QStringList{"--map-by", ":oversubscribe", "-n", "3"};
        QTest::newRow("bound to cores") << QStringList{"--bind-to", "core"};
    }
    void everySlotIsTaken()
    {
        QFETCH_GLOBAL(QString, launcher);
        QFETCH(QStringList, options);
        BatchRun run;
        run.noMoreRanksThanSlots().commands({"break turn", "continue", "print size", "delete 1", "continue"});
        QStringList command{launcher};
        command += launcher == "dbgrun" ? QStringList{"--host-slots", "2"} : QStringList{"--host", "localhost:2"};
        if (!options.contains("-n"))
            command += {"-n", "2"};
        run.startCommand(command + options + QStringList{program(), "1", run.folder()});
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QCOMPARE(run.replies("print").value(0)["values"][0]["value"].toString(), options.contains("-n") ? "3" : "2");
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

DBGR_TEST(TestLaunchPmix, QCoreApplication);

} // namespace tst_launch_pmix

#include "tst_launch_pmix.moc"

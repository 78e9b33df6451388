// SPDX-License-Identifier: GPL-3.0-or-later
// What dbgr can do with Open MPI 4. Functions are named after the capabilities in docs/manual/launchers.md.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/job_processes.h"
#include "tests/support/launchers/user_job.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QStandardPaths>
#include <QtTest>

#include <csignal>

namespace tst_open_mpi_4 {

using namespace dbgr::test;

namespace {

constexpr int kRanks = 2;
const QString kMpirun = "mpiexec.openmpi";

const QList<std::pair<QString, QString>> kEnvironment{{"OMPI_ALLOW_RUN_AS_ROOT", "1"},
                                                      {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"},
                                                      {"OMPI_MCA_btl", "self,vader"},
                                                      {"OMPI_MCA_rmaps_base_oversubscribe", "1"}};

QStringList command(const QStringList& options, const QStringList& arguments, const QString& folder)
{
    QStringList all{kMpirun, "-n", QString::number(kRanks)};
    all += options;
    all += builtProgram("debuggees/launcher_rank_openmpi4");
    all += arguments;
    return all.replaceInStrings("FOLDER", folder);
}

/// dbgr launches it.
class LaunchedJob
{
public:
    LaunchedJob()
    {
        for (const auto& [name, value] : kEnvironment)
            run.environment(name, value);
    }
    void start(const QStringList& arguments, const QStringList& options = {})
    {
        run.startCommand(command(options, arguments, run.folder()));
    }
    /// With ranks that run until they are told to stop.
    [[nodiscard]] bool startRunning()
    {
        start({"60", "FOLDER"});
        if (run.waitForEvent("attached").isEmpty())
            return false;
        run.type("continue &");
        return beats(run.folder(), 0) && beats(run.folder(), kRanks - 1);
    }
    [[nodiscard]] bool stop() const { return QFile(run.folder() + "/stop").open(QIODevice::WriteOnly); }

    BatchRun run;
};

/// A user started it; dbgr attaches.
class FoundJob
{
public:
    [[nodiscard]] bool start(const QStringList& arguments = {"60", "FOLDER"})
    {
        for (const auto& [name, value] : kEnvironment)
            user.environment().insert(name, value);
        user.start(command({}, arguments, user.folder()));
        return user.turns(kRanks);
    }
    void attach(BatchRun& run) const
    {
        run.option({"--attach", QString::number(user.launcherPid())});
        run.startCommand({});
    }
    /// The job ends as if nobody had been there.
    [[nodiscard]] bool endsUnharmed()
    {
        for (int rank = 0; rank < kRanks; ++rank)
            if (!beats(user.folder(), rank) || tracerOf(user.rankPid(rank)) != 0)
                return false;
        user.stop();
        if (user.exitStatus() != 0)
            return false;
        for (int rank = 0; rank < kRanks; ++rank)
            if (!user.standardOutput().contains("rank " + QByteArray::number(rank) + " ends\n"))
                return false;
        return !user.standardError().contains("debugger");
    }

    UserJob user;
};

} // namespace

class TestOpenMpi4 : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!QStandardPaths::findExecutable(kMpirun).isEmpty() &&
            QFile::exists(builtProgram("debuggees/launcher_rank_openmpi4")))
            return;
        if (!qEnvironmentVariableIsEmpty("DBGR_REQUIRE"))
            QFAIL("Open MPI 4 is not installed, and DBGR_REQUIRE is set");
        QSKIP("Open MPI 4 is not installed");
    }

    void launchHeld()
    {
        LaunchedJob job;
        job.start({"30", "FOLDER"});
        QVERIFY2(!job.run.waitForEvent("attached").isEmpty(), job.run.transcript());
        QCOMPARE(job.run.events("held").value(0)["where"].toString(), QString("init"));
        QVERIFY2(job.run.events("launcher").value(0)["way"].toString().contains("MPIR"), job.run.transcript());
        QTest::qWait(500);
        QVERIFY2(!QFile::exists(job.run.folder() + "/pid.0"), "a held rank runs");
        job.run.type("kill");
        job.run.closeInput();
        QVERIFY2(job.run.exitStatus() > 0, job.run.transcript());
        QVERIFY2(allGone(job.run.folder()), job.run.transcript());
    }

    void launchHeldOnExec()
    {
        LaunchedJob job;
        job.run.option({"--stop=exec"}).commands({"break main", "continue", "where", "delete 1", "continue"});
        job.start({"1", "FOLDER"});
        QVERIFY2(job.run.exitStatus() == 0, job.run.transcript());
        QCOMPARE(job.run.events("held").value(0)["where"].toString(), QString("exec"));
        QVERIFY2(job.run.output(1).contains("rank 1 ends"), job.run.transcript());
    }

    void breakpointAndStep()
    {
        LaunchedJob job;
        job.run.commands({"break turn", "continue", "where", "next", "print number", "delete 1", "continue"});
        job.start({"1", "FOLDER"});
        QVERIFY2(job.run.exitStatus() == 0, job.run.transcript());
        QCOMPARE(job.run.replies("print").size(), 1);
        QVERIFY2(job.run.transcript().contains("\"reason\":\"step\""), job.run.transcript());
    }

    void output()
    {
        LaunchedJob job;
        job.run.commands({"continue"});
        job.start({"1", "FOLDER"});
        QVERIFY2(job.run.exitStatus() == 0, job.run.transcript());
        for (int rank = 0; rank < kRanks; ++rank) {
            const QString me = QString("rank %1 ").arg(rank);
            QVERIFY2(job.run.output(rank).contains(me + "turn 20\n" + me + "ends\n"), job.run.transcript());
            QVERIFY2(job.run.output(rank, "stderr").contains(me + "complains\n"), job.run.transcript());
        }
    }

    void standardInput_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("reader");
        QTest::newRow("rank 0, as mpirun has it") << QStringList() << 0;
        QTest::newRow("another rank") << QStringList({"--stdin", "1"}) << 1;
    }
    void standardInput()
    {
        QFETCH(QStringList, options);
        QFETCH(int, reader);
        LaunchedJob job;
        const QString rank = QString::number(reader);
        job.run.commands({"input " + rank + " hello", "eof " + rank, "continue"});
        job.start({"0", "FOLDER", "read"}, options);
        QVERIFY2(job.run.exitStatus() == 0, job.run.transcript());
        QVERIFY2(job.run.output(reader).contains("rank " + rank + " read: hello\n"), job.run.transcript());
        QVERIFY2(!job.run.output(1 - reader).contains("read:"), job.run.transcript());
    }

    void everyRankReadsBehindDbgrExec_data() { standardInput_data(); }
    void everyRankReadsBehindDbgrExec()
    {
        QFETCH(QStringList, options);
        LaunchedJob job;
        job.run.option({"--stop=exec"})
            .commands({"input 0 for zero", "input 1 for one", "input all for all", "eof all", "continue"});
        job.start({"0", "FOLDER", "read"}, options);
        QVERIFY2(job.run.exitStatus() == 0, job.run.transcript());
        for (const auto& [rank, own] : {QPair(0, "zero"), QPair(1, "one")}) {
            const QString lines =
                QString("rank %1 read: for %2\nrank %1 read: for all\nrank %1 ends\n").arg(rank).arg(own);
            QVERIFY2(job.run.output(rank).contains(lines), job.run.transcript());
        }
    }

    void inputForARankThatGetsNoneIsExplained()
    {
        LaunchedJob job;
        job.run.commands({"input 1 hello"});
        job.start({"0", "FOLDER"});
        QVERIFY2(job.run.exitStatus() > 0, job.run.transcript());
        QVERIFY2(job.run.transcript().contains("--stdin all"), job.run.transcript());
    }

    void endOfJob()
    {
        LaunchedJob job;
        job.run.commands({"continue"});
        job.start({"0", "FOLDER"});
        QVERIFY2(job.run.exitStatus() == 0, job.run.transcript());
        QCOMPARE(job.run.events("ended").value(0)["status"].toInt(-1), 0);
        QVERIFY2(allGone(job.run.folder()), job.run.transcript());
    }

    void aProgramWithoutMpiIsExplained()
    {
        LaunchedJob job;
        job.run.startCommand({kMpirun, "-n", "2", "/bin/true"});
        QVERIFY2(job.run.exitStatus() > 0, job.run.transcript());
        QVERIFY2(job.run.transcript().contains("never called MPI_Init"), job.run.transcript());
    }

    void badOptionsAreInTheLaunchersWords()
    {
        LaunchedJob job;
        job.run.startCommand({kMpirun, "--no-such-option", "-n", "2", "/bin/true"});
        QVERIFY2(job.run.exitStatus() > 0, job.run.transcript());
        QVERIFY2(job.run.transcript().contains("no-such-option"), job.run.transcript());
    }

    void attachWhileRunning()
    {
        FoundJob job;
        QVERIFY2(job.start(), job.user.transcript());
        BatchRun run;
        job.attach(run);
        const QJsonObject attached = run.waitForEvent("attached");
        QVERIFY2(!attached.isEmpty(), run.transcript());
        QVERIFY2(run.events("launcher").value(0)["way"].toString().contains("MPIR"), run.transcript());
        QVERIFY2(tracerOf(job.user.rankPid(0)) > 0 && tracerOf(job.user.rankPid(1)) > 0, run.transcript());
        run.type("detach");
        run.type("quit");
        run.closeInput();
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(job.endsUnharmed(), job.user.transcript());
    }

    void stacksWhileAttached()
    {
        FoundJob job;
        QVERIFY2(job.start(), job.user.transcript());
        BatchRun run;
        run.commands({"where", "detach", "quit"});
        job.attach(run);
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(run.transcript().contains("\"main\""), run.transcript());
        QVERIFY2(job.endsUnharmed(), job.user.transcript());
    }

    void detachLeavesTheJob()
    {
        FoundJob job;
        QVERIFY2(job.start(), job.user.transcript());
        BatchRun run;
        run.commands({"break turn", "continue", "next", "detach", "quit"});
        job.attach(run);
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(allGone(run.folder()), run.transcript());
        QVERIFY2(job.endsUnharmed(), job.user.transcript());
    }

    void attachTwice()
    {
        FoundJob job;
        QVERIFY2(job.start(), job.user.transcript());
        for (int time = 0; time < 2; ++time) {
            BatchRun run;
            run.commands({"where", "detach", "quit"});
            job.attach(run);
            QVERIFY2(run.exitStatus() == 0, run.transcript());
        }
        QVERIFY2(job.endsUnharmed(), job.user.transcript());
    }

    void jobEndsWhileAttached()
    {
        FoundJob job;
        QVERIFY2(job.start(), job.user.transcript());
        BatchRun run;
        job.attach(run);
        QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
        run.type("continue &");
        job.user.stop();
        QCOMPARE(job.user.exitStatus(), 0);
        QVERIFY2(!run.waitForEvent("ended").isEmpty(), run.transcript());
        run.closeInput();
        QVERIFY2(run.exitStatus() >= 0, run.transcript());
    }

    /// With such a file in place a PMIx tool could connect, at which mpirun crashes.
    void itsPmixServerIsLeftAlone()
    {
        FoundJob job;
        job.user.environment().insert("OMPI_MCA_pmix_session_server", "1");
        QVERIFY2(job.start(), job.user.transcript());
        BatchRun run;
        run.environment("TMPDIR", job.user.folder());
        run.commands({"where", "detach", "quit"});
        job.attach(run);
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(job.endsUnharmed(), job.user.transcript());
    }

    void launcherKilled()
    {
        LaunchedJob job;
        QVERIFY2(job.startRunning(), job.run.transcript());
        const int launcher = job.run.events("launcher").value(0)["pid"].toInt();
        QVERIFY(launcher > 1);
        ::kill(launcher, SIGKILL);
        QVERIFY2(!job.run.waitForEvent("error").isEmpty(), job.run.transcript());
        job.run.closeInput();
        QVERIFY2(job.run.exitStatus() > 0, job.run.transcript());
        QVERIFY2(allGone(job.run.folder()), job.run.transcript());
    }

    void launcherKilledWhileAttached()
    {
        FoundJob job;
        QVERIFY2(job.start(), job.user.transcript());
        BatchRun run;
        job.attach(run);
        QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
        ::kill(job.user.launcherPid(), SIGKILL);
        QVERIFY2(!run.waitForEvent("ended").isEmpty(), run.transcript());
        run.closeInput();
        QVERIFY2(run.exitStatus() >= 0, run.transcript());
        QVERIFY2(allGone(job.user.folder()), run.transcript());
    }

    void debuggerKilled_data()
    {
        QTest::addColumn<bool>("held");
        QTest::newRow("ranks run") << false;
        QTest::newRow("ranks are held") << true;
    }
    void debuggerKilled()
    {
        QFETCH(bool, held);
        LaunchedJob job;
        if (held)
            job.start({"60", "FOLDER"});
        QVERIFY2(held ? !job.run.waitForEvent("attached").isEmpty() : job.startRunning(), job.run.transcript());
        ::kill(static_cast<pid_t>(job.run.pid()), SIGKILL);
        QCOMPARE(job.run.exitStatus(5000), 128 + SIGKILL);
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(spinPid(job.run.folder(), rank) > 0 && beats(job.run.folder(), rank), job.run.transcript());
        QVERIFY(job.stop());
        QVERIFY2(allGone(job.run.folder()), job.run.transcript());
    }

    void debuggerKilledWhileAttached()
    {
        FoundJob job;
        QVERIFY2(job.start(), job.user.transcript());
        BatchRun run;
        job.attach(run);
        QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
        ::kill(static_cast<pid_t>(run.pid()), SIGKILL);
        QCOMPARE(run.exitStatus(5000), 128 + SIGKILL);
        QTRY_VERIFY(tracerOf(job.user.rankPid(0)) == 0 && tracerOf(job.user.rankPid(1)) == 0);
        QVERIFY2(job.endsUnharmed(), job.user.transcript());
    }
};

DBGR_TEST(TestOpenMpi4, QCoreApplication);

} // namespace tst_open_mpi_4

#include "tst_open_mpi_4.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// What dbgr can do with processes that are named by their pids: the ranks of a real job of Open MPI 5, behind the back
// of its launcher, and processes of no job at all.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/job_processes.h"
#include "tests/support/launchers/user_job.h"
#include "tests/support/run/test_class.h"

#include <QJsonArray>
#include <QtTest>

#include <csignal>
#include <sys/types.h>

namespace tst_loose_processes {

using namespace dbgr::test;

namespace {

constexpr int kRanks = 3;
const QString kAll = "0-2";

} // namespace

class TestLooseProcesses : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data();
    void attachWhileRunning();
    void stacksWhileAttached();
    void breakpointAndStep();
    void detachLeavesTheJob();
    void attachTwice();
    void launcherKilled();
    void debuggerKilled();
    void endOfJob();
    void standardInput();
    void numbersThatMeanNoProcessAreRefused();

private:
    [[nodiscard]] static bool startJob(UserJob& job, const QString& seconds = "60");
    /// Highest rank first: their numbers come from their environment, if they have one.
    static void attach(BatchRun& run, const UserJob& job);
    static void endJob(UserJob& job);
};

void TestLooseProcesses::initTestCase_data()
{
    QTest::addColumn<bool>("mpi");
    QTest::newRow("Open MPI 5") << true;
    QTest::newRow("no job") << false;
}

bool TestLooseProcesses::startJob(UserJob& job, const QString& seconds)
{
    QFETCH_GLOBAL(const bool, mpi);
    if (mpi) {
        job.start({openMpi5Bin() + "/mpiexec", "-n", QString::number(kRanks),
                   builtProgram("debuggees/launcher_rank_openmpi5"), seconds, job.folder()});
        return job.turns(kRanks);
    }
    // Which of them reports as which, only they know; to dbgr they are just processes.
    const QString each = "env -u PMIX_RANK PMI_RANK=%1 " + builtProgram("debuggees/launcher_rank_plain") + " " +
                         seconds + " " + job.folder();
    job.start({"sh", "-c", each.arg(0) + " & " + each.arg(1) + " & " + each.arg(2) + " & wait"});
    return job.turns(kRanks);
}

void TestLooseProcesses::attach(BatchRun& run, const UserJob& job)
{
    QStringList pids;
    for (int rank = kRanks - 1; rank >= 0; --rank)
        pids += QString::number(job.rankPid(rank));
    run.option({"--attach-pids", pids.join(',')}).startCommand({});
}

void TestLooseProcesses::endJob(UserJob& job)
{
    QVERIFY2(job.turns(kRanks), job.transcript());
    for (int rank = 0; rank < kRanks; ++rank)
        QCOMPARE(tracerOf(job.rankPid(rank)), 0);
    job.stop();
    QVERIFY2(job.exitStatus() == 0, job.transcript());
    for (int rank = 0; rank < kRanks; ++rank)
        QVERIFY2(job.standardOutput().contains(QString("rank %1 ends").arg(rank).toUtf8()), job.transcript());
}

void TestLooseProcesses::attachWhileRunning()
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

void TestLooseProcesses::stacksWhileAttached()
{
    UserJob job;
    QVERIFY2(startJob(job), job.transcript());
    BatchRun run;
    run.commands({"stacks", "break turn", "continue", "print rank", "delete 1", "quit"});
    attach(run, job);
    QVERIFY2(run.exitStatus() == 0, run.transcript());
    QVERIFY2(!run.replies("stacks").value(0)["stacks"].toArray().isEmpty(), run.transcript());
    const QJsonArray values = run.replies("print").value(0)["values"].toArray();
    QCOMPARE(values.size(), kRanks);
    for (const QJsonValue& value : values) // the numbers are their own, whatever the order of the pids was
        QVERIFY2(value["ranks"] == value["value"], run.transcript());
    endJob(job);
}

void TestLooseProcesses::breakpointAndStep()
{
    UserJob job;
    QVERIFY2(startJob(job), job.transcript());
    BatchRun run;
    run.commands({"break turn", "continue", "next", "where", "quit"});
    attach(run, job);
    QVERIFY2(run.exitStatus() == 0, run.transcript());
    int steps = 0;
    for (const QJsonObject& stop : run.events("stopped"))
        steps += stop["reason"] == "step";
    QVERIFY2(steps > 0, run.transcript());
    endJob(job);
}

void TestLooseProcesses::detachLeavesTheJob()
{
    UserJob job;
    QVERIFY2(startJob(job), job.transcript());
    BatchRun run;
    run.commands({"break turn", "continue", "detach", "quit"});
    attach(run, job);
    QVERIFY2(run.exitStatus() == 0, run.transcript());
    endJob(job);
}

void TestLooseProcesses::attachTwice()
{
    UserJob job;
    QVERIFY2(startJob(job), job.transcript());
    for (int time = 0; time < 2; ++time) {
        BatchRun run;
        run.commands({"stacks", "quit"});
        attach(run, job);
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(run.events("attached").value(0)["ranks"] == kAll, run.transcript());
    }
    endJob(job);
}

void TestLooseProcesses::launcherKilled()
{
    QFETCH_GLOBAL(const bool, mpi);
    if (!mpi)
        QSKIP("there is no launcher");
    UserJob job;
    QVERIFY2(startJob(job), job.transcript());
    BatchRun run;
    attach(run, job);
    QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
    job.process().kill(); // Open MPI's ranks live on
    QVERIFY(job.process().waitForFinished(10000));
    run.type("print rank");
    QVERIFY2(!run.waitForReply("print").isEmpty(), run.transcript());
    run.type("quit");
    QVERIFY2(run.exitStatus() == 0, run.transcript());
    for (int rank = 0; rank < kRanks; ++rank)
        QVERIFY2(tracerOf(job.rankPid(rank)) <= 0, run.transcript());
}

void TestLooseProcesses::debuggerKilled()
{
    UserJob job;
    QVERIFY2(startJob(job), job.transcript());
    BatchRun run;
    attach(run, job);
    QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
    run.process().kill();
    QVERIFY(run.process().waitForFinished(10000));
    QTRY_COMPARE_WITH_TIMEOUT(tracerOf(job.rankPid(0)), 0, 20000);
    QVERIFY2(job.turns(kRanks), job.transcript());
    QTRY_VERIFY_WITH_TIMEOUT(tracerOf(job.rankPid(1)) == 0 && tracerOf(job.rankPid(2)) == 0, 20000);
    endJob(job);
}

void TestLooseProcesses::endOfJob()
{
    UserJob job;
    QVERIFY2(startJob(job), job.transcript());
    BatchRun run;
    run.commands({"continue"});
    attach(run, job);
    QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
    job.stop();
    QVERIFY2(run.exitStatus() == 0, run.transcript());
    QVERIFY2(run.events("exited").value(0)["status"] == 0, run.transcript());
    QVERIFY2(job.exitStatus() == 0, job.transcript());
}

void TestLooseProcesses::standardInput()
{
    UserJob job;
    QVERIFY2(startJob(job), job.transcript());
    BatchRun run;
    run.option({"--keep-going"}).commands({"input 0 hello", "quit"});
    attach(run, job);
    QVERIFY2(run.exitStatus() >= 0, run.transcript());
    QVERIFY2(run.transcript().contains("started by somebody else"), run.transcript()); // refused, and why
    endJob(job);
}

void TestLooseProcesses::numbersThatMeanNoProcessAreRefused()
{
    QProcess child;
    child.start("sleep", {"60"});
    QVERIFY(child.waitForStarted());
    const QString pid = QString::number(child.processId());
    const std::pair<QString, QByteArray> cases[] = {
        {"999999999", "there is no process 999999999"}, {pid + "," + pid, "is named twice"}, {"2", "process 2"}};
    for (const auto& [pids, words] : cases) {
        BatchRun run;
        run.option({"--attach-pids", pids}).commands({"stacks"}).startCommand({});
        QVERIFY2(run.exitStatus() > 0, run.transcript());
        QVERIFY2(run.transcript().contains(words), run.transcript());
    }
    QCOMPARE(tracerOf(int(child.processId())), 0);
    child.kill();
    child.waitForFinished();
}

DBGR_TEST(TestLooseProcesses, QCoreApplication);

} // namespace tst_loose_processes

#include "tst_loose_processes.moc"

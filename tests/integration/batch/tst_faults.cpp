// SPDX-License-Identifier: GPL-3.0-or-later
// A day's work on the faults that parallel programs have: a deadlock, a race on one rank, a crash in one of 16; found
// by groups, run control, breakpoints for some ranks and barriers. With launchers that speak PMIx, and with one that
// does not.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/by_rank.h"
#include "tests/support/run/test_class.h"

#include <QJsonArray>
#include <QtTest>

namespace tst_faults {

using namespace dbgr::test;

namespace {

/// "asks0 3" of the n-th reply to `groups`.
QStringList groupsOf(const BatchRun& run, int n)
{
    QStringList texts;
    for (const QJsonValue& each : run.replies("groups").value(n)["groups"].toArray())
        texts << each.toObject()["name"].toString() + " " + each.toObject()["ranks"].toString();
    return texts;
}

} // namespace

class TestFaults : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data()
    {
        QTest::addColumn<QString>("launcher");
        QTest::addColumn<QString>("mpi");
        QTest::newRow("dbgrun") << "dbgrun"
                                << "openmpi5";
        QTest::newRow("Open MPI 5") << "mpiexec"
                                    << "openmpi5";
        QTest::newRow("MPICH, without PMIx") << "mpiexec.hydra"
                                             << "mpich";
    }

    void whoWaitsForWhomInADeadlockIsSeen();
    void theRankOfARaceIsFoundAndItsThreadsAreLedByHand();
    void theOneOfSixteenThatCrashesIsFound();
    void ranksGatherAndStepTogether();
    void ranksAreHeldSteppedAndSentElsewhere();

private:
    static void start(BatchRun& run, int ranks, const QString& what)
    {
        QFETCH_GLOBAL(QString, launcher);
        QFETCH_GLOBAL(QString, mpi);
        run.startCommand({launcher, "-n", QString::number(ranks), builtProgram("debuggees/mpi_faults_" + mpi), what});
        static_cast<void>(run.exitStatus()); // waits for its end
    }
};

void TestFaults::whoWaitsForWhomInADeadlockIsSeen()
{
    BatchRun run;
    run.commands({"break askNext", "continue", "delete 1", "continue &", "wait 1", "interrupt", "stacks",
                  "group last where next == 0", "group others = !last", "focus others", "print next", "groups",
                  "kill"});
    start(run, 4, "deadlock");
    QVERIFY2(run.replies("wait").value(0)["running"] == "0-3", run.transcript());
    const QByteArray stacks = QJsonDocument(run.replies("stacks").value(0)).toJson();
    QVERIFY2(stacks.contains("askNext") && stacks.contains("Recv"), run.transcript());
    const QStringList groups = groupsOf(run, 0);
    QVERIFY2(groups.contains("last 3") && groups.contains("others 0-2"), run.transcript());
    QStringList values;
    for (const QJsonValue& value : run.replies("print").value(0)["values"].toArray())
        values << value.toObject()["ranks"].toString() + " asks " + value.toObject()["value"].toString();
    values.sort();
    QVERIFY2(values == QStringList({"0 asks 1", "1 asks 2", "2 asks 3"}), run.transcript());
}

void TestFaults::theRankOfARaceIsFoundAndItsThreadsAreLedByHand()
{
    BatchRun run;
    run.commands({"barrier meet", "continue", "group wrong where g_sum != 40", "groups", "delete 1",
                  "break mpi_faults.cpp:38 on wrong", "continue --any", "focus wrong", "threads", "freeze others",
                  "print before", "next --alone", "print g_sum", "thaw all", "delete 2", "focus all", "continue"});
    start(run, 3, "race");
    QVERIFY2(groupsOf(run, 0).contains("wrong 1"), run.transcript());
    QVERIFY2(run.events("gathered").size() == 1 && run.events("gathered")[0]["ranks"] == "0-2", run.transcript());
    QVERIFY2(run.replies("focus").value(0)["ranks"] == "1", run.transcript());
    const auto printed = [&](int n) {
        return run.replies("print").value(n)["values"].toArray().at(0).toObject()["value"].toString().toLong();
    };
    QVERIFY2(printed(1) == printed(0) + 1, run.transcript()); // the other thread has read the same number
    int own = 0;                                              // threads but for those of MPI
    for (const QJsonValue& each : run.replies("threads").value(0)["threads"].toArray().at(0)["threads"].toArray())
        own += each.toObject()["role"].toString().isEmpty() ? 1 : 0;
    QVERIFY2(own == 2, run.transcript());
    QVERIFY2(run.exitStatus() == 1, run.transcript()); // its own, since the sum is wrong
}

void TestFaults::theOneOfSixteenThatCrashesIsFound()
{
    BatchRun run;
    run.commands({"continue --any", "focus crashed", "where", "print particle", "focus all", "interrupt",
                  "group rest = !crashed", "groups", "stacks", "kill"});
    start(run, 16, "crash");
    QList<QJsonObject> crashes;
    for (const QJsonObject& stop : run.events("stopped")) {
        if (stop["reason"] == "signal")
            crashes << stop;
    }
    QVERIFY2(crashes.size() == 1, run.transcript());
    QVERIFY2(crashes[0]["ranks"] == "14" && crashes[0]["signal"] == "SIGSEGV", run.transcript());
    QVERIFY2(crashes[0]["description"].toString().contains("null pointer"), run.transcript());
    QCOMPARE(crashes[0]["frame"].toObject()["function"].toString(), QString("massOf"));
    QVERIFY2(run.replies("print").value(0)["values"].toArray().at(0).toObject()["value"] == "0x0", run.transcript());
    const QStringList groups = groupsOf(run, 0);
    QVERIFY2(groups.contains("crashed 14") && groups.contains("rest 0-13,15"), run.transcript());
}

void TestFaults::ranksGatherAndStepTogether()
{
    BatchRun run;
    run.commands({"break work", "continue", "group odd = 1,3", "delete 1", "barrier meet on odd", "hold 3",
                  "continue &", "wait --any", "breakpoints", "unhold 3", "focus odd", "continue", "next --together",
                  "next 2", "where", "delete all", "focus all", "continue"});
    start(run, 4, "none");
    QVERIFY2(run.exitStatus() == 0, run.transcript());
    const QJsonObject barrier = run.replies("breakpoints").value(0)["breakpoints"].toArray().at(0).toObject();
    QVERIFY2(barrier["barrier"].toObject()["ranks"] == "1,3", run.transcript());
    QVERIFY2(!barrier["barrier"].toObject()["arrived"].toString().contains('3'), run.transcript()); // who is missing
    QVERIFY2(run.events("gathered").size() == 1 && run.events("gathered")[0]["ranks"] == "1,3", run.transcript());
}

void TestFaults::ranksAreHeldSteppedAndSentElsewhere()
{
    BatchRun run;
    run.commands({"break addUp on 0-1", "tbreak work on 2", "continue", "focus 2", "print round", "return", "focus 0-1",
                  "hold 1", "next 2", "unhold 1", "finish", "delete 1", "advance meet", "watch g_sum on 0", "focus all",
                  "continue --any", "delete all", "continue"});
    start(run, 3, "none");
    QVERIFY2(run.exitStatus() == 1, run.transcript()); // rank 2 has left out a round
    const QString stops =
        byRank(run.events("stopped"), [](const QJsonObject& stop) { return stop["reason"].toString(); });
    QVERIFY2(stops.contains("breakpoint, step, step, arrived, watchpoint"), run.transcript());
}

DBGR_TEST(TestFaults, QCoreApplication);

} // namespace tst_faults

#include "tst_faults.moc"

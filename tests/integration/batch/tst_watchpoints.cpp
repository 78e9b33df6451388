// SPDX-License-Identifier: GPL-3.0-or-later
// Breakpoints about data and exceptions in a real job: found in each rank, told with their values, over at the end of
// their calls, found again in the next job.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/by_rank.h"
#include "tests/support/keeper/processor_watches.h"
#include "tests/support/run/test_class.h"

#include <QJsonArray>
#include <QtTest>

namespace tst_watchpoints {

using dbgr::test::BatchRun;
using dbgr::test::builtProgram;

namespace {

/// "0: 1 -> 2; 1: 0 -> 2" of the stops at watchpoints.
QString changes(const BatchRun& run)
{
    BatchRun::Objects all;
    for (const QJsonObject& stop : run.events("stopped")) {
        for (const QJsonValue& one : stop["watched"].toArray())
            all << one.toObject();
    }
    return dbgr::test::byRank(
        all, [](const QJsonObject& one) { return one["before"].toString() + " -> " + one["after"].toString(); });
}

QStringList reasons(const BatchRun& run)
{
    QStringList all;
    for (const QJsonObject& stop : run.events("stopped"))
        all << stop["reason"].toString();
    return all;
}

} // namespace

class TestWatchpoints : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { BatchRun::addLauncherRows(); }
    void init()
    {
        const QByteArray name = QTest::currentTestFunction();
        const bool isOfProcessor = !name.startsWith("anException") && !name.startsWith("slowly");
        if (isOfProcessor && !dbgr::test::processorWatches())
            QSKIP(dbgr::test::kWatchesNothing);
        BatchRun::takeLauncherRow();
    }

    void aGlobalIsFoundBeforeTheFirstStop()
    {
        BatchRun run;
        run.commands({"watch g_total", "continue", "continue", "continue", "continue"});
        run.start(2, builtProgram("debuggees/mpi_watch"));
        QCOMPARE(run.exitStatus(), 0);
        QVERIFY2(changes(run) == "0-1: 0 -> 1, 1 -> 2, 2 -> 3", run.transcript());
        const QJsonObject set = run.replies("watch").value(0)["breakpoint"].toObject();
        QVERIFY2(set["resolved"] == "0-1" && set["asked"].toObject()["data"] == "g_total" && !set.contains("scope"),
                 run.transcript());
    }

    void aLocalIsOverWithItsCall()
    {
        BatchRun run;
        run.commands({"break add", "continue", "up", "watch local", "delete 1", "continue", "continue", "continue",
                      "continue", "breakpoints", "continue"});
        run.start(2, builtProgram("debuggees/mpi_watch"));
        QCOMPARE(run.exitStatus(), 0);
        QVERIFY2(changes(run) == "0: 0 -> 10, 10 -> 20, 20 -> 30; 1: 1 -> 11, 11 -> 21, 21 -> 31", run.transcript());
        QVERIFY2(reasons(run).last() == "scope-end", run.transcript());
        const QJsonObject over = run.replies("breakpoints").value(0)["breakpoints"].toArray().at(0).toObject();
        QVERIFY2(over["pending"] == "0-1" && over["problem"].toString().contains("is over"), run.transcript());
    }

    void theSelectedFrameIsMeantInEachRank()
    {
        BatchRun run;
        run.commands({"break add", "continue", "focus 1", "up", "up", "watch *heap if *heap > 1", "delete 1",
                      "focus all", "continue --any", "continue"});
        run.start(2, builtProgram("debuggees/mpi_watch"));
        QCOMPARE(run.exitStatus(), 0);
        QVERIFY2(changes(run) == "1: 1 -> 1.5", run.transcript());
    }

    void aRestartFindsGlobalsAgainAndSaysWhatItCannotFind()
    {
        BatchRun run;
        run.commands({"watch g_total", "break add", "continue", "up", "watch local", "delete 2", "restart", "continue",
                      "breakpoints", "kill"});
        run.start(2, builtProgram("debuggees/mpi_watch"));
        QCOMPARE(run.exitStatus(), 137);
        const QJsonArray list = run.replies("breakpoints").value(0)["breakpoints"].toArray();
        QVERIFY2(list.size() == 2 && list.at(0)["resolved"] == "0-1" && list.at(1)["pending"] == "0-1" &&
                     list.at(1)["problem"].toString().startsWith("it was data of a call of sum"),
                 run.transcript());
        QVERIFY2(changes(run) == "0-1: 0 -> 1", run.transcript());
    }

    /// From behind MPI_Init on: to step through that would take minutes.
    void slowlyItIsWatchedWithoutTheProcessor()
    {
        BatchRun run;
        run.commands({"break add", "continue", "watch --slow g_total", "breakpoints", "delete 1", "continue",
                      "delete 2", "continue"});
        run.start(2, builtProgram("debuggees/mpi_watch"));
        QCOMPARE(run.exitStatus(), 0);
        QVERIFY2(changes(run) == "0-1: 0 -> 1", run.transcript());
        const QJsonObject asked = run.replies("watch").value(0)["breakpoint"].toObject()["asked"].toObject();
        QVERIFY2(asked["data"] == "g_total" && asked["slow"] == true, run.transcript());
    }

    void anExceptionStopsTheRankThatThrowsIt()
    {
        BatchRun run;
        run.commands({"catch throw", "catch catch std::exception", "catch catch out_of_range", "continue --any",
                      "continue --any", "continue"});
        run.start(2, builtProgram("debuggees/mpi_watch"));
        QCOMPARE(run.exitStatus(), 0);
        const auto stops = run.events("stopped");
        QVERIFY2(stops.size() >= 2, run.transcript());
        QVERIFY2(stops.at(0)["ranks"] == "1" && stops.at(0)["description"] == "threw std::out_of_range" &&
                     stops.at(0)["frame"].toObject()["function"] == "main",
                 run.transcript());
        QVERIFY2(stops.at(1)["description"] == "caught std::out_of_range" && stops.at(1)["breakpoint"] == 3,
                 run.transcript());
    }

    void whatRanksCannotWatchIsSaid()
    {
        BatchRun run;
        run.option({"--keep-going"});
        run.commands({"watch nothing", "break add", "continue", "up", "watch local + 1", "kill"});
        run.start(2, builtProgram("debuggees/mpi_watch"));
        QCOMPARE(run.exitStatus(), 137);
        const auto errors = run.events("error");
        QVERIFY2(errors.size() >= 2, run.transcript());
        QVERIFY2(errors.at(0)["ranks"] == "0-1" && errors.at(0)["command"] == "watch", run.transcript());
        QVERIFY2(errors.at(0)["detail"].toString().contains("'nothing' cannot be watched"), run.transcript());
        QVERIFY2(errors.at(1)["detail"].toString().contains("it is computed"), run.transcript());
    }
};

DBGR_TEST(TestWatchpoints, QCoreApplication);

} // namespace tst_watchpoints

#include "tst_watchpoints.moc"

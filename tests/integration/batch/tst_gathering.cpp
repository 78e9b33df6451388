// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks of a real job that stand while others go, and ranks that gather at a barrier; hits that are passed.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/by_rank.h"
#include "tests/support/run/test_class.h"

#include <QJsonArray>
#include <QtTest>

namespace tst_gathering {

using dbgr::test::BatchRun;
using dbgr::test::builtProgram;

class TestGathering : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { BatchRun::addLauncherRows(); }
    void init() { BatchRun::takeLauncherRow(); }

    void aRankOnHoldStandsWhileOthersGo()
    {
        BatchRun run;
        run.commands({"break mpi_watch.cpp:21", "continue", "hold 1", "next 2", "ranks", "unhold all", "delete all",
                      "continue"});
        run.start(3, builtProgram("debuggees/mpi_watch"));
        QCOMPARE(run.exitStatus(), 0);
        const QJsonObject next = run.replies("next").value(0);
        QVERIFY2(next["on_hold"] == "1" && next["stopped"] == "0-2", run.transcript());
        QVERIFY2(run.replies("ranks").value(0)["on_hold"] == "1", run.transcript());
        const QString stops = dbgr::test::byRank(run.events("stopped"),
                                                 [](const QJsonObject& stop) { return stop["reason"].toString(); });
        QVERIFY2(stops == "0,2: breakpoint, step; 1: breakpoint", run.transcript());
    }

    void aRankThatRunsIsStoppedForIt()
    {
        BatchRun run;
        run.commands({"break sum", "continue", "delete all", "focus 1-2", "continue &", "hold 1-2", "ranks",
                      "unhold all", "focus all", "continue"});
        run.start(3, builtProgram("debuggees/mpi_watch"));
        QCOMPARE(run.exitStatus(), 0);
        const QJsonObject hold = run.replies("hold").value(0);
        QVERIFY2(hold["ranks"] == "1-2" && hold["on_hold"] == "1-2", run.transcript());
        for (const QJsonValue& rank : run.replies("ranks").value(0)["ranks"].toArray())
            QVERIFY2(rank.toObject()["state"] == "stopped", run.transcript());
    }

    void ranksGather()
    {
        BatchRun run;
        run.commands({"break sum", "continue", "delete 1", "barrier meet", "hold 2", "continue", "breakpoints",
                      "unhold 2", "continue", "breakpoints", "delete 2", "continue"});
        run.start(3, builtProgram("debuggees/mpi_watch"));
        QCOMPARE(run.exitStatus(), 0);
        const auto lists = run.replies("breakpoints");
        QVERIFY2(lists.size() == 2, run.transcript());
        const QJsonObject first = lists.at(0)["breakpoints"].toArray().at(0)["barrier"].toObject();
        QVERIFY2(first["ranks"] == "0-2" && first["arrived"] == "0-1", run.transcript());
        const auto gathered = run.events("gathered");
        QVERIFY2(gathered.size() == 1 && gathered.at(0)["ranks"] == "0-2" && gathered.at(0)["barrier"] == 2,
                 run.transcript());
        QVERIFY2(lists.at(1)["breakpoints"].toArray().at(0)["barrier"].toObject()["arrived"] == "", run.transcript());
    }

    void hitsArePassedInEachRank()
    {
        BatchRun run;
        run.commands({"break meet", "ignore 1 2", "continue", "print round", "continue"});
        run.start(2, builtProgram("debuggees/mpi_watch"));
        QCOMPARE(run.exitStatus(), 0);
        const QJsonArray values = run.replies("print").value(0)["values"].toArray();
        QVERIFY2(values.size() == 1 && values.at(0)["value"] == "3", run.transcript());
    }
};

DBGR_TEST(TestGathering, QCoreApplication);

} // namespace tst_gathering

#include "tst_gathering.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Groups of the ranks of a real job: made by conditions, followed while ranks stop and go, and kept when it starts
// again.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/by_rank.h"
#include "tests/support/run/test_class.h"

#include <QJsonArray>
#include <QtTest>

namespace tst_groups {

using dbgr::test::BatchRun;
using dbgr::test::builtProgram;
using dbgr::test::byRank;

namespace {

constexpr int kRanks = 4;

/// "slow 0-1 frozen (where x)"
QString textOf(const QJsonObject& group)
{
    return group["name"].toString() + " " + group["ranks"].toString() + " " + group["kind"].toString() + " (" +
           group["definition"].toString() + ")";
}

/// Of the n-th reply to `groups`, the user's own.
QStringList ownGroups(const BatchRun& run, int n)
{
    QStringList texts;
    for (const QJsonValue& each : run.replies("groups").at(n)["groups"].toArray()) {
        if (each.toObject()["kind"] != QLatin1String("predefined"))
            texts << textOf(each.toObject());
    }
    return texts;
}

} // namespace

class TestGroups : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { BatchRun::addLauncherRows(); }
    void init() { BatchRun::takeLauncherRow(); }

    void conditionsChooseRanksAndGroupsFollow();
    void whereNobodyCanTellThereIsNone();
    void breakpointsAreForSomeRanks();
    void breakpointsForNobodyAreRefused();
};

void TestGroups::conditionsChooseRanksAndGroupsFollow()
{
    BatchRun run;
    run.commands({"group edge = 0,3", "break mpi_stats.cpp:21", "continue", "group high where u[0][0] > 100",
                  "group odd where top[1] % 2", "group here where stopped", "group low = !high",
                  "group then := here - 3", "focus low", "print top[1]", "groups", "focus edge", "continue &",
                  "focus odd & here", "print top[1]", "restart", "groups", "focus high", "kill"});
    run.start(kRanks, builtProgram("debuggees/mpi_stats"));
    QCOMPARE(run.exitStatus(), 137);
    QVERIFY2(run.replies("groups").size() == 2, run.transcript());
    const QStringList first{"edge 0,3 frozen ()",
                            "high 2-3 frozen (where u[0][0] > 100)",
                            "odd 1,3 frozen (where top[1] % 2)",
                            "here 0-3 follows (stopped)",
                            "low 0-1 follows (!high)",
                            "then 0-2 frozen (:= here - 3)"};
    QCOMPARE(ownGroups(run, 0), first);
    QCOMPARE(run.replies("focus").size(), 4);
    QCOMPARE(run.replies("focus")[0]["ranks"].toString(), QString("0-1"));
    QCOMPARE(run.replies("print")[0]["values"].toArray().size(), 2);
    QCOMPARE(run.replies("focus")[2]["ranks"].toString(), QString("1")); // 3 was let go
    QCOMPARE(ownGroups(run, 1), first);                                  // of the next job, which is held
    QVERIFY2(run.replies("focus")[3]["ranks"].toString() == "2-3", run.transcript());
}

void TestGroups::breakpointsAreForSomeRanks()
{
    BatchRun run;
    run.commands({"group edge = 0,2", "break mpi_steps.cpp:20 on edge", "break mpi_steps.cpp:22 on 1 if i == 4",
                  "tbreak countDown on 1", "continue", "breakpoints", "focus 1", "print i", "delete 2", "continue",
                  "focus all", "breakpoints", "continue", "breakpoints"});
    run.start(3, builtProgram("debuggees/mpi_steps"));
    QCOMPARE(run.exitStatus(), 0);
    const QString stops = byRank(run.events("stopped"), [](const QJsonObject& stop) {
        return stop["reason"] == "breakpoint" ? QString::number(stop["breakpoint"].toInt()) : QString();
    });
    QVERIFY2(stops == "0,2: 1; 1: 2, 3", run.transcript());
    QCOMPARE(run.replies("print")[0]["values"].toArray()[0].toObject()["value"].toString(), QString("4"));
    const QJsonArray all = run.replies("breakpoints")[0]["breakpoints"].toArray();
    QCOMPARE(all.size(), 3);
    QVERIFY2(all[0].toObject()["ranks"] == "0,2" && all[0].toObject()["resolved"] == "0,2", run.transcript());
    QVERIFY2(all[1].toObject()["ranks"] == "1" && all[1].toObject()["resolved"] == "1", run.transcript());
    QCOMPARE(run.replies("breakpoints")[1]["breakpoints"].toArray().size(), 1); // the one for once has gone
}

void TestGroups::breakpointsForNobodyAreRefused()
{
    BatchRun run;
    run.option({"--keep-going"});
    run.commands({"break main on nothing_like_it", "break main on crashed", "break main on 7", "breakpoints", "kill"});
    run.start(2, builtProgram("debuggees/mpi_steps"));
    QCOMPARE(run.exitStatus(), 137);
    QVERIFY2(run.events("error").size() == 3, run.transcript());
    QVERIFY2(run.replies("breakpoints")[0]["breakpoints"].toArray().isEmpty(), run.transcript());
}

void TestGroups::whereNobodyCanTellThereIsNone()
{
    BatchRun run;
    run.option({"--keep-going"});
    run.commands({"break mpi_stats.cpp:21", "continue", "group odd where nothing_like_it", "group odd where same",
                  "group mixed where u[0][3] > 100", "groups", "kill"});
    run.start(kRanks, builtProgram("debuggees/mpi_stats"));
    QCOMPARE(run.exitStatus(), 137);
    QCOMPARE(run.replies("groups").size(), 1);
    QCOMPARE(ownGroups(run, 0), QStringList{"mixed 1-2 frozen (where u[0][3] > 100)"}); // in 3 it is a NaN
    QVERIFY2(run.transcript().contains("group 'odd': no rank can tell whether same"), run.transcript());
}

DBGR_TEST(TestGroups, QCoreApplication);

} // namespace tst_groups

#include "tst_groups.moc"

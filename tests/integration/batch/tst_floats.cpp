// SPDX-License-Identifier: GPL-3.0-or-later
// Results of floating-point arithmetic stop the ranks that are to be stopped by them, and no others; going on from
// there the rank computes what it computes without a debugger.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/by_rank.h"
#include "tests/support/run/test_class.h"
#include "util/float_traps.h"

#include <QtTest>

namespace tst_floats {

using dbgr::test::BatchRun;
using dbgr::test::builtProgram;

namespace {

const QString kComputed = "inf inf nan inf inf inf child 0\n";
const QString kToNext = "continue --any";

/// "0: divide, makeNan; 1: grow": functions that ranks stood in.
QString places(const BatchRun& run)
{
    BatchRun::Objects stops;
    for (const QJsonObject& stop : run.events("stopped")) {
        if (stop["reason"] == "signal")
            stops << stop;
    }
    return dbgr::test::byRank(stops,
                              [](const QJsonObject& stop) { return stop["frame"].toObject()["function"].toString(); });
}

} // namespace

class TestFloatTrapsInRanks : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { BatchRun::addLauncherRows(); }
    void init()
    {
        if (!dbgr::util::kHasFloatTraps)
            QSKIP("this processor has no such traps");
        BatchRun::takeLauncherRow();
    }

    void eachTrapStopsTheRankOnce_data()
    {
        QTest::addColumn<QString>("traps");
        QTest::addColumn<QStringList>("functions");
        QTest::addColumn<QString>("words");
        QTest::newRow("divide-by-zero") << "divide-by-zero" << QStringList{"divide", "divide", "divideInThread"}
                                        << "floating point divide by zero";
        QTest::newRow("invalid") << "invalid" << QStringList{"makeNan"} << "invalid floating point operation";
        QTest::newRow("overflow") << "overflow" << QStringList{"grow"} << "floating point overflow";
        QTest::newRow("underflow") << "underflow" << QStringList{} << "";
        QTest::newRow("on") << "on" << QStringList{"divide", "divide", "makeNan", "grow", "divideInThread"} << "";
    }
    void eachTrapStopsTheRankOnce()
    {
        QFETCH(QString, traps);
        QFETCH(QStringList, functions);
        QFETCH(QString, words);
        BatchRun run;
        run.commands(QStringList{"float-traps " + traps + " 1"} + QStringList(functions.size(), kToNext) +
                     QStringList{"continue"});
        run.start(2, builtProgram("debuggees/mpi_floats"));
        QCOMPARE(run.exitStatus(), 0);
        QVERIFY2(places(run) == (functions.isEmpty() ? QString() : "1: " + functions.join(", ")), run.transcript());
        for (const QJsonObject& stop : run.events("stopped")) {
            if (stop["reason"] == "signal" && !words.isEmpty())
                QVERIFY2(stop["description"].toString().contains(words), run.transcript());
        }
        QCOMPARE(run.output(0), kComputed);
        QCOMPARE(run.output(1), kComputed);
    }

    /// What computes on is what the program has asked for without a debugger.
    void aRuleForTheSignalMayLetThemPass()
    {
        BatchRun run;
        run.commands({"handle SIGFPE nostop pass", "float-traps on", "continue"});
        run.start(2, builtProgram("debuggees/mpi_floats"));
        QCOMPARE(run.exitStatus(), 0);
        QVERIFY2(places(run).isEmpty(), run.transcript());
        QCOMPARE(run.output(0), kComputed);
        QCOMPARE(run.output(1), kComputed);
    }

    void steppingOnAndLeavingDoNotEndTheRank()
    {
        BatchRun run;
        run.commands({"float-traps divide-by-zero", "continue", "next", "finish", "continue", "detach"});
        run.start(2, builtProgram("debuggees/mpi_floats"));
        QCOMPARE(run.exitStatus(), 0);
        QCOMPARE(run.output(0), kComputed);
        QCOMPARE(run.output(1), kComputed);
    }

    void theyHoldUntilTheyAreTakenBack()
    {
        BatchRun run;
        run.commands({"float-traps on", "float-traps invalid 0", "float-traps", "float-traps off", "continue"});
        run.start(2, builtProgram("debuggees/mpi_floats"));
        QCOMPARE(run.exitStatus(), 0);
        QCOMPARE(run.replies("float-traps").size(), 4);
        const QJsonArray shown = run.replies("float-traps").value(2)["ranks"].toArray();
        QCOMPARE(shown.size(), 2);
        QCOMPARE(shown[0].toObject()["ranks"].toString(), QString("0"));
        QCOMPARE(shown[0].toObject()["traps"].toArray(), QJsonArray{"invalid"});
        QCOMPARE(shown[1].toObject()["traps"].toArray().size(), 3);
        QVERIFY2(places(run).isEmpty(), run.transcript());
        QCOMPARE(run.output(0), kComputed);
    }

    void aRestartedJobHasThem()
    {
        BatchRun run;
        run.commands({"float-traps invalid 1", "restart", kToNext, "continue"});
        run.start(2, builtProgram("debuggees/mpi_floats"));
        QCOMPARE(run.exitStatus(), 0);
        QVERIFY2(places(run) == "1: makeNan", run.transcript());
    }
};

DBGR_TEST(TestFloatTrapsInRanks, QCoreApplication);

} // namespace tst_floats

#include "tst_floats.moc"

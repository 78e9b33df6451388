// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of a real job: several at a time, of instructions, from different places, and what comes in between.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/by_rank.h"
#include "tests/support/run/test_class.h"

#include <QJsonArray>
#include <QtTest>

#include <algorithm>
#include <iterator>

namespace tst_steps {

using dbgr::test::BatchRun;
using dbgr::test::builtProgram;

namespace {

/// Where each rank has stopped last, "0: step 22 2/2; 1-2: step 21 2/2": ranks do not step at one speed, so that equal
/// stops need not be one.
QString lastStops(const BatchRun& run)
{
    const auto words = [](const QJsonObject& stop) {
        const QJsonObject steps = stop["steps"].toObject();
        QString text = stop["reason"].toString() + " " + QString::number(stop["frame"].toObject()["line"].toInt());
        if (!steps.isEmpty())
            text += " " + QString::number(steps["done"].toInt()) + "/" + QString::number(steps["asked"].toInt());
        return text;
    };
    return dbgr::test::byRank(run.events("stopped"), words, dbgr::test::Told::Last);
}

} // namespace

class TestSteps : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { BatchRun::addLauncherRows(); }
    void init() { BatchRun::takeLauncherRow(); }

    void eachRankDoesSoManyFromWhereItStands()
    {
        BatchRun run;
        run.commands(
            {"break mpi_steps.cpp:20", "continue", "next 3", "focus 0", "step", "focus all", "next 2", "kill"});
        run.start(3, builtProgram("debuggees/mpi_steps"));
        QCOMPARE(run.exitStatus(), 137);
        QVERIFY2(run.events("stopped").size() >= 4, run.transcript());
        QCOMPARE(lastStops(run), "0: step 22 2/2; 1-2: step 21 2/2");
        const QJsonObject reply = run.replies("next").value(1);
        QVERIFY2(reply["stopped"] == "0-2" && !reply.contains("running"), run.transcript());
    }

    void aBreakpointInBetweenEndsThemAndSoDoesTheEnd()
    {
        BatchRun run;
        run.commands(
            {"break mpi_steps.cpp:23", "continue", "break mpi_steps.cpp:10", "step 500", "delete all", "next 1000000"});
        run.start(3, builtProgram("debuggees/mpi_steps"));
        QCOMPARE(run.exitStatus(), 0);
        // 24, and 9 and 11 of each call but the last, which has 9 and 10.
        QVERIFY2(run.events("stopped").size() >= 3, run.transcript());
        QCOMPARE(lastStops(run), "0,2: breakpoint 10 9/500; 1: breakpoint 10 13/500");
        const QJsonObject reply = run.replies("next").value(0);
        QVERIFY2(reply["ended"] == "0-2" && reply["stopped"] == "", run.transcript());
    }

    void ranksKeepTogether()
    {
        BatchRun run;
        run.commands({"break mpi_apart.cpp:9", "continue", "next 4 --together", "finish --together",
                      "next 4 --together", "next --together", "kill"});
        run.start(4, builtProgram("debuggees/mpi_apart"));
        QCOMPARE(run.exitStatus(), 137);
        // 10, 15, 17, 18; back in 26; 27, 28, 29, 30, where the others are at 32; 33.
        QString told;
        for (const QJsonObject& stop : run.events("stopped")) {
            if (stop["reason"] == "step")
                told +=
                    stop["ranks"].toString() + ":" + QString::number(stop["frame"].toObject()["line"].toInt()) + " ";
        }
        QVERIFY2(told == "0-3:18 0-3:26 0:30 1-3:32 0-3:33 ", run.transcript());
        const auto apart = run.events("apart");
        QVERIFY2(apart.size() == 1 && apart[0]["ranks"] == "1-3" && apart[0]["leader"] == 0 &&
                     apart[0]["course"] == "ahead",
                 run.transcript());
        QVERIFY2(run.replies("next").value(2)["stopped"] == "0-3", run.transcript());
    }

    void whoNeverComesIsToldAndTheRestGoesOn()
    {
        BatchRun run;
        run.commands({"break mpi_apart.cpp:9", "continue", "break mpi_apart.cpp:12 on 1", "next 2 --together", "kill"});
        run.start(3, builtProgram("debuggees/mpi_apart"));
        QCOMPARE(run.exitStatus(), 137);
        QCOMPARE(lastStops(run), "0,2: step 15; 1: breakpoint 12");
    }

    void eachRankRunsToThePlace()
    {
        BatchRun run;
        run.commands({"advance mpi_steps.cpp:20", "focus 0", "advance 24", "focus all", "advance countDown", "until 12",
                      "breakpoints", "advance main"});
        run.start(3, builtProgram("debuggees/mpi_steps"));
        QCOMPARE(run.exitStatus(), 0);
        const auto stops = run.events("stopped");
        QVERIFY2(stops.size() >= 4, run.transcript());
        QString places; // of rank 0
        for (const QJsonObject& stop : stops)
            if (stop["ranks"].toString().startsWith("0") && stop["reason"] == "arrived")
                places += QString::number(stop["frame"].toObject()["line"].toInt()) + " ";
        QVERIFY2(places == "20 24 9 12 ", run.transcript());
        QVERIFY2(run.replies("breakpoints").value(0)["breakpoints"].toArray().isEmpty(), run.transcript());
        QVERIFY2(run.replies("advance").value(3)["ended"] == "0-2", run.transcript());
    }

    void atATemporaryBreakpointEachRankStopsOnce()
    {
        BatchRun run;
        run.commands({"advance mpi_steps.cpp:20", "tbreak 22", "tbreak countDown if left == 1", "focus 0", "continue",
                      "breakpoints", "focus all", "continue", "breakpoints", "delete 2", "tbreak main", "continue",
                      "breakpoints"});
        run.start(3, builtProgram("debuggees/mpi_steps"));
        QCOMPARE(run.exitStatus(), 0);
        const auto lists = run.replies("breakpoints");
        QVERIFY2(lists.size() == 3, run.transcript());
        const QJsonArray first = lists.at(0)["breakpoints"].toArray();
        QVERIFY2(first.size() == 2 && first.at(0)["temporary"].toBool() && first.at(0)["resolved"] == "1-2" &&
                     first.at(0)["hits"].toInt() == 1,
                 run.transcript());
        // Rank 0 has come to the second one, the others to the first.
        const QJsonArray second = lists.at(1)["breakpoints"].toArray();
        QVERIFY2(second.size() == 1 && second.at(0)["number"] == 2 && second.at(0)["resolved"] == "1-2",
                 run.transcript());
        const QJsonArray third = lists.at(2)["breakpoints"].toArray();
        QVERIFY2(third.size() == 1 && third.at(0)["hits"].toInt() == 0, run.transcript()); // nobody came there
    }

    void ranksGoOnElsewhere()
    {
        BatchRun run;
        run.option({"--keep-going"});
        run.commands({"jump 20", "advance mpi_steps.cpp:21", "advance countDown", "jump 11", "return 40 + left",
                      "advance mpi_steps.cpp:26", "print down", "jump 300", "focus 1", "jump 24", "focus all",
                      "return 7", "continue"});
        run.start(3, builtProgram("debuggees/mpi_steps"));
        QCOMPARE(run.exitStatus(), 7);
        const auto jumps = run.replies("jump");
        QVERIFY2(jumps.size() == 3, run.transcript());
        QVERIFY2(jumps[0]["stopped"] == "0-2" && jumps[0]["ended"] == "", run.transcript());
        const auto errors = run.events("error");
        QVERIFY2(errors.size() == 2, run.transcript());
        QVERIFY2(errors[0]["detail"] == "moving ranks 0-2: still held by the launcher", run.transcript());
        QVERIFY2(errors[1]["detail"].toString().contains("is not in main, where it stands"), run.transcript());
        const QString moves = dbgr::test::byRank(run.events("stopped"), [](const QJsonObject& stop) {
            const QString left = stop["returned_from"].toString().section('(', 0, 0);
            return stop["reason"] == "moved" ? left + ":" + QString::number(stop["frame"].toObject()["line"].toInt())
                                             : QString();
        });
        QVERIFY2(moves == "0,2: :11, countDown:24, main:0; 1: :11, countDown:24, :24, main:0", run.transcript());
        const auto values = run.replies("print").value(0)["values"].toArray();
        QVERIFY2(values.size() == 2, run.transcript()); // rank 1 counts from higher up
        QCOMPARE(values[0].toObject()["value"].toString(), QString("43"));
        QCOMPARE(values[1].toObject()["value"].toString(), QString("45"));
    }

    void stepsOfInstructionsTellWhichOne()
    {
        BatchRun run;
        run.commands({"break mpi_steps.cpp:20", "continue", "stepi", "nexti 3", "kill"});
        run.start(2, builtProgram("debuggees/mpi_steps"));
        QCOMPARE(run.exitStatus(), 137);
        const auto stops = run.events("stopped");
        QVERIFY2(stops.size() >= 3, run.transcript());
        const auto offsetOf = [](const QJsonObject& stop) { return stop["instruction"].toObject()["offset"].toInt(); };
        BatchRun::Objects steps;
        std::copy_if(stops.begin(), stops.end(), std::back_inserter(steps),
                     [](const QJsonObject& stop) { return stop["reason"] == "step"; });
        QVERIFY2(steps.size() >= 2, run.transcript());
        const int offset = offsetOf(steps.first());
        QVERIFY2(offset > 0 && offsetOf(steps.last()) > offset, run.transcript());
        // Of each rank, which need not come at once.
        const QString told = dbgr::test::byRank(steps, [&](const QJsonObject& stop) {
            const QString done = QString::number(stop["steps"].toObject()["done"].toInt());
            return (stop.contains("steps") ? done : "one") + "+" + QString::number(offsetOf(stop));
        });
        QVERIFY2(told == QString("0-1: one+%1, 3+%2").arg(offset).arg(offsetOf(steps.last())), run.transcript());
    }

    void aNumberThatIsNoneIsRefused()
    {
        BatchRun run;
        run.commands({"break mpi_steps.cpp:20", "continue", "next 0", "stepi -1", "step 1000001", "kill"});
        run.start(2, builtProgram("debuggees/mpi_steps"));
        QVERIFY(run.exitStatus() != 0);
        QVERIFY2(run.transcript().contains("'0' is not a number of steps, from 1 to 1000000"), run.transcript());
    }
};

DBGR_TEST(TestSteps, QCoreApplication);

} // namespace tst_steps

#include "tst_steps.moc"

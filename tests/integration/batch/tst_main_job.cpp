// SPDX-License-Identifier: GPL-3.0-or-later
// The main job, end to end: held ranks, a breakpoint, stacks, values, output and input by rank, the end.
#include "tests/support/batch/batch_run.h"
#include "tests/support/run/test_class.h"

#include <QJsonArray>
#include <QtTest>

namespace tst_main_job {

using dbgr::test::BatchRun;
using dbgr::test::builtProgram;

namespace {

/// The function names of a stack tree, depth first.
void collectFunctions(const QJsonArray& nodes, QStringList& functions)
{
    for (const QJsonValue& node : nodes) {
        functions += node["function"].toString();
        collectFunctions(node["children"].toArray(), functions);
    }
}

QString ranksOf(const QJsonArray& groups, const QString& value)
{
    for (const QJsonValue& group : groups)
        if (group["value"].toString() == value)
            return group["ranks"].toString();
    return {};
}

} // namespace

class TestMainJob : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { BatchRun::addLauncherRows(); }
    void init() { BatchRun::takeLauncherRow(); }
    void runsFromLaunchToEnd()
    {
        BatchRun run;
        run.commands({"break work", "input 0 torch", "continue", "stacks", "where", "locals", "print rank",
                      "print state.tokenName", "print 2 * rank + 1", "next", "focus 2", "print rank", "focus all",
                      "delete 1", "continue"});
        run.start(4, builtProgram("ring"), {"--ask"});
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(run.badLines().isEmpty(), run.transcript());

        QCOMPARE(run.events("launched").size(), 1);
        QVERIFY2(run.events("held").value(0)["ranks"] == "0-3", run.transcript());
        QVERIFY2(run.events("attached").last()["ranks"] == "0-3", run.transcript());
        checkFirstStop(run);
        checkQueries(run);
        checkEnd(run);
    }

    /// The same by function names, lines and conditions; one rank is stopped, the others go by.
    void aConditionStopsOnlyWhereItHolds()
    {
        BatchRun run;
        run.commands({"break work if rank == 2 && lap == 2", "continue &", "focus 2", "wait", "print lap", "locals",
                      "delete 1", "continue", "focus all", "wait"});
        run.start(4, builtProgram("ring"));
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        const auto stops = run.events("stopped");
        for (const QJsonObject& stop : stops)
            if (stop["reason"] == "breakpoint")
                QVERIFY2(stop["ranks"] == "2", run.transcript());
        QCOMPARE(ranksOf(run.replies("print").value(0)["values"].toArray(), "2"), QString("2"));
    }

    void stepsInOverAndOut()
    {
        BatchRun run;
        run.commands({"break passToken", "continue", "step", "where", "next", "where", "finish", "where", "kill"});
        run.start(2, builtProgram("ring"));
        QCOMPARE(run.exitStatus(), 137);
        QList<QString> reasons;
        for (const QJsonObject& stop : run.events("stopped"))
            reasons += stop["reason"].toString();
        QVERIFY2(reasons.count("step") >= 3, run.transcript());
    }

    void interruptStopsRunningRanks()
    {
        BatchRun run;
        run.commands({"continue &", "interrupt", "stacks", "continue"});
        run.start(2, builtProgram("ring"), {"--laps", "4", "--pause", "500"});
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(!run.events("stopped").isEmpty(), run.transcript());
        QCOMPARE(run.replies("stacks").size(), 1);
    }

    void commandsMayComeThroughAPipe()
    {
        BatchRun run;
        run.start(2, builtProgram("ring"));
        QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
        run.type("break work");
        run.type("continue");
        QVERIFY2(!run.waitForEvent("stopped").isEmpty(), run.transcript());
        run.type("print rank");
        const QJsonObject reply = run.waitForReply("print");
        QCOMPARE(ranksOf(reply["values"].toArray(), "1"), QString("1"));
        run.type("delete 1");
        run.type("continue");
        QVERIFY2(!run.waitForEvent("ended").isEmpty(), run.transcript());
        run.closeInput();
        QCOMPARE(run.exitStatus(), 0);
    }

private:
    static void checkFirstStop(BatchRun& run)
    {
        QString atWork;
        for (const QJsonObject& stop : run.events("stopped")) {
            if (stop["reason"] != "breakpoint")
                continue;
            QVERIFY2(stop["breakpoint"] == 1, run.transcript());
            QVERIFY2(stop["frame"]["function"].toString().endsWith("work"), run.transcript());
            QVERIFY2(stop["frame"]["file"].toString().endsWith("ring.cpp"), run.transcript());
            QVERIFY2(stop["frame"]["line"].toInt() > 0, run.transcript());
            atWork += stop["ranks"].toString() + " ";
        }
        QVERIFY2(!atWork.isEmpty(), run.transcript());
    }

    static void checkQueries(BatchRun& run)
    {
        QStringList functions;
        collectFunctions(run.replies("stacks").value(0)["stacks"].toArray(), functions);
        QVERIFY2(functions.contains("main") || !functions.filter("main").isEmpty(), run.transcript());
        const auto prints = run.replies("print");
        QVERIFY2(prints.size() == 4, run.transcript());
        const QJsonArray ranks = prints[0]["values"].toArray();
        QCOMPARE(prints[0]["expression"].toString(), QString("rank"));
        QCOMPARE(ranks.size(), 4);
        for (int rank = 0; rank < 4; ++rank)
            QCOMPARE(ranksOf(ranks, QString::number(rank)), QString::number(rank));
        const QJsonArray names = prints[1]["values"].toArray();
        QVERIFY2(names.size() == 1 && names[0]["ranks"] == "0-3", run.transcript()); // equal values fold
        QVERIFY2(names[0]["value"].toString().contains("torch"), run.transcript());
        QCOMPARE(ranksOf(prints[2]["values"].toArray(), "7"), QString("3"));
        QCOMPARE(prints[3]["values"].toArray().size(), 1);
        QVERIFY2(!run.replies("locals").isEmpty(), run.transcript());
        QVERIFY2(!run.replies("where").isEmpty(), run.transcript());
    }

    static void checkEnd(BatchRun& run)
    {
        QVERIFY2(run.output(0).contains("What is the token's name?"), run.transcript());
        for (int rank = 0; rank < 4; ++rank)
            QVERIFY2(run.output(rank).contains(QString("rank %1 lap 3: torch").arg(rank)), run.transcript());
        QVERIFY2(run.events("ended").value(0)["status"] == 0, run.transcript());
        for (const QJsonObject& exited : run.events("exited"))
            QVERIFY2(exited["status"] == 0, run.transcript());
        QVERIFY2(!run.events("exited").isEmpty(), run.transcript());
    }
};

DBGR_TEST(TestMainJob, QCoreApplication);

} // namespace tst_main_job

#include "tst_main_job.moc"

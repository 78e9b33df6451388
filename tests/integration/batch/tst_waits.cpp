// SPDX-License-Identifier: GPL-3.0-or-later
// A breakpoint that one rank reaches while the others wait for it: whom control commands wait for.
#include "tests/support/batch/batch_run.h"
#include "tests/support/run/test_class.h"

#include <QSet>
#include <QtTest>

namespace tst_waits {

using dbgr::test::BatchRun;
using dbgr::test::builtProgram;

class TestWaits : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { BatchRun::addLauncherRows(); }
    void init() { BatchRun::takeLauncherRow(); }

    void theFirstIsEnough()
    {
        BatchRun run;
        run.commands({"break writeThroughNull", "continue --any", "wait 1", "interrupt", "wait --any"});
        run.start(3, builtProgram("debuggees/mpi_crash"), {"1"});
        QCOMPARE(run.exitStatus(), 137);
        const QJsonObject first = run.replies("continue").value(0);
        QVERIFY2(first["stopped"] == "1" && first["running"] == "0,2" && first["returned"] == "any", run.transcript());
        const QJsonObject inTime = run.replies("wait").value(0);
        QVERIFY2(inTime["running"] == "0,2" && inTime["returned"] == "time", run.transcript());
        const QJsonObject all = run.replies("interrupt").value(0);
        QVERIFY2(all["stopped"] == "0-2" && !all.contains("running"), run.transcript());
        QCOMPARE(run.replies("wait").size(), 2);
    }

    void commandsOfABreakpointAreDoneAtEachStop()
    {
        BatchRun run;
        run.commands({"break work", "commands 1 print state.rank * 100 + lap; continue", "continue"});
        run.start(3, builtProgram("ring"), {"--laps", "2"});
        QCOMPARE(run.exitStatus(), 0);
        QSet<QString> seen; // each rank in each lap, whoever came at the same time
        for (const QJsonObject& reply : run.replies("print")) {
            for (const QJsonValue& value : reply["values"].toArray())
                seen << value["ranks"].toString() + ": " + value["value"].toString();
        }
        QCOMPARE(seen, (QSet<QString>{"0: 1", "0: 2", "1: 101", "1: 102", "2: 201", "2: 202"}));
    }

    void commandsOfABreakpointLetGoWhomOthersWaitFor()
    {
        BatchRun run; // rank 0 stands, and the others wait for its token
        run.option({"--timeout", "40"});
        run.commands({"break work on 0", "break receiveToken on 1", "commands 1 print lap; continue",
                      "commands 2 print state.rank; continue", "continue"});
        run.start(3, builtProgram("ring"), {"--laps", "2"});
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QStringList seen;
        for (const QJsonObject& reply : run.replies("print"))
            for (const QJsonValue& value : reply["values"].toArray())
                seen << value["ranks"].toString() + ": " + value["value"].toString();
        seen.sort();
        QCOMPARE(seen, (QStringList{"0: 1", "0: 2", "1: 1", "1: 1"}));
    }

    void theOthersAreStopped()
    {
        BatchRun run;
        run.commands({"set stop-all on", "break writeThroughNull", "continue", "stacks"});
        run.start(3, builtProgram("debuggees/mpi_crash"), {"1"});
        QCOMPARE(run.exitStatus(), 137);
        const QJsonObject reply = run.replies("continue").value(0);
        QVERIFY2(reply["stopped"] == "0-2" && !reply.contains("running"), run.transcript());
        QString interrupted;
        for (const QJsonObject& stop : run.events("stopped"))
            if (stop["reason"] == "interrupt")
                interrupted += stop["ranks"].toString() + " ";
        QVERIFY2(interrupted == "0,2 " || interrupted == "0 2 " || interrupted == "2 0 ", run.transcript());
        QCOMPARE(run.replies("stacks").size(), 1);
    }
};

DBGR_TEST(TestWaits, QCoreApplication);

} // namespace tst_waits

#include "tst_waits.moc"

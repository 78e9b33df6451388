// SPDX-License-Identifier: GPL-3.0-or-later
// Programs without MPI under dbgr and dbgrun: held before their first instruction at once, beside others that are held
// in MPI_Init; and never left behind stopped.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/job_processes.h"

#include <QElapsedTimer>
#include <QtTest>

#include <algorithm>

using namespace dbgr::test;

namespace {

const QString kPlain = "debuggees/no_mpi";
constexpr int kAtOnceMs = 4000; // it took more than five seconds to notice

} // namespace

class TestPlainPrograms : public QObject
{
    Q_OBJECT

private slots:
    void areHeldBeforeTheirFirstInstruction()
    {
        BatchRun run;
        run.commands({"break main", "continue", "where", "delete 1", "continue"});
        QElapsedTimer clock;
        clock.start();
        run.startCommand({"dbgrun", "-n", "4", builtProgram(kPlain)});
        QVERIFY2(!run.waitForEvent("held").isEmpty(), run.transcript());
        QVERIFY2(clock.elapsed() < kAtOnceMs, QByteArray::number(clock.elapsed()));
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QCOMPARE(run.events("held").size(), 1);
        QCOMPARE(run.events("held").first()["where"].toString(), QString("exec"));
        QCOMPARE(run.events("warning").size(), 0);
        int inMain = 0;
        for (const QJsonObject& stop : run.events("stopped"))
            inMain += stop["reason"] == "breakpoint";
        QVERIFY2(inMain > 0, run.transcript());
        for (int rank = 0; rank < 4; ++rank)
            QCOMPARE(run.output(rank), QString("no MPI here\n"));
    }

    void areHeldBesideMpiPrograms()
    {
        BatchRun run;
        run.startCommand(
            {"dbgrun", "-n", "2", builtProgram("debuggees/mpi_hello"), ":", "-n", "1", builtProgram(kPlain)});
        QVERIFY2(run.waitForEvent("attached").contains("event"), run.transcript());
        QMap<QString, QString> where;
        for (const QJsonObject& held : run.events("held"))
            where[held["where"].toString()] = held["ranks"].toString();
        QCOMPARE(where.value("init"), QString("0-1"));
        QCOMPARE(where.value("exec"), QString("2"));
        run.type("kill");
        run.closeInput();
        QCOMPARE(run.exitStatus(), 137);
    }

    void whatMayStillCallMpiInitIsHeldThere()
    {
        BatchRun run;
        run.commands({"continue"});
        run.startCommand({"dbgrun", "-n", "2", "/usr/bin/env", "X=1", builtProgram("debuggees/mpi_hello")});
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QCOMPARE(run.events("held").first()["where"].toString(), QString("init"));
    }

    void runOnWhenTheDebuggerDetaches()
    {
        BatchRun run;
        run.commands({"detach", "wait"});
        run.startCommand({"dbgrun", "-n", "2", builtProgram(kPlain), "1"});
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QCOMPARE(run.output(1), QString("no MPI here\n"));
        QVERIFY2(allGone(run.folder()), run.transcript());
    }

    void areNotLeftBehindByADebuggerThatIsKilled()
    {
        BatchRun run;
        run.startCommand({"dbgrun", "-n", "2", builtProgram(kPlain), "2"});
        QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
        const auto processes = processesOf(run.folder());
        QCOMPARE(std::ranges::count_if(
                     processes, [](const JobProcess& each) { return each.command.startsWith(builtProgram(kPlain)); }),
                 2);
        run.process().kill();
        QVERIFY(allGone(run.folder()));
    }
};

QTEST_GUILESS_MAIN(TestPlainPrograms)
#include "tst_plain_programs.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Programs without MPI under dbgr and dbgrun: held before their first instruction at once, beside others that are held
// in MPI_Init; and never left behind stopped.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/job_environment.h"
#include "tests/support/batch/job_processes.h"
#include "tests/support/run/test_class.h"

#include <QElapsedTimer>
#include <QtTest>

#include <algorithm>

namespace tst_plain_programs {

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

    void areHeldThoughAnotherProgramBecomesThem_data()
    {
        QTest::addColumn<QStringList>("command");
        const QString plain = builtProgram(kPlain);
        QTest::newRow("env") << QStringList{"/usr/bin/env", "X=1", plain};
        QTest::newRow("nice, env and a shell")
            << QStringList{"nice", "-n", "1", "env", "X=1", "sh", "-c", "X=2; exec " + plain};
        QTest::newRow("a script") << QStringList{"SCRIPT exec " + plain};
        QTest::newRow("a script that does other things before")
            << QStringList{"SCRIPT sleep 1; ls >/dev/null; exec " + plain};
        QTest::newRow("a script of a script") << QStringList{"SCRIPT exec sh -c 'exec env " + plain + "'"};
        QTest::newRow("Python") << QStringList{"python3", "-c", "import os; os.execv('" + plain + "', ['plain'])"};
        QTest::newRow("a program that has MPI for nothing") << QStringList{builtProgram("debuggees/mpi_for_nothing")};
    }
    void areHeldThoughAnotherProgramBecomesThem()
    {
        QFETCH(QStringList, command);
        BatchRun run;
        if (command.first().startsWith("SCRIPT ")) {
            const QString script = run.folder() + "/run.sh";
            writeScript(script, "#!/bin/sh\n" + command.first().mid(7).toUtf8() + "\n");
            command = QStringList{script};
        }
        run.commands({"break main", "continue", "where", "delete 1", "continue"});
        QElapsedTimer clock;
        clock.start();
        run.startCommand(QStringList{"dbgrun", "-n", "2"} + command);
        QVERIFY2(!run.waitForEvent("held").isEmpty(), run.transcript());
        QVERIFY2(clock.elapsed() < kAtOnceMs, QByteArray::number(clock.elapsed()));
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QCOMPARE(run.events("held").first()["where"].toString(), QString("exec"));
        QCOMPARE(run.events("held").first()["ranks"].toString(), QString("0-1"));
        QCOMPARE(run.events("warning").size(), 0);
        QVERIFY2(std::ranges::any_of(run.events("stopped"),
                                     [](const QJsonObject& stop) { return stop["reason"] == "breakpoint"; }),
                 run.transcript());
        for (int rank = 0; rank < 2; ++rank)
            QCOMPARE(run.output(rank), QString("no MPI here\n"));
    }

    /// It is known then that they run: a debugger that comes by itself finds them untraced.
    void whatNeverBecomesOneRunsAndCanBeTraced()
    {
        BatchRun run;
        run.commands({"continue"});
        run.startCommand({"dbgrun", "-n", "2", "python3", "-c", "import time; time.sleep(7); print('slept')"});
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QCOMPARE(run.events("held").size(), 0);
        QVERIFY2(!run.events("attached").isEmpty(), run.transcript());
        QCOMPARE(run.output(1), QString("slept\n"));
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

DBGR_TEST(TestPlainPrograms, QCoreApplication);

} // namespace tst_plain_programs

#include "tst_plain_programs.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// How a job may end, and what dbgr's own exit status says of it.
#include "tests/support/batch/batch_run.h"
#include "tests/support/run/test_class.h"
#include "util/rank_set.h"

#include <QJsonArray>
#include <QtTest>

#include <csignal>

namespace tst_endings {

using dbgr::test::BatchRun;
using dbgr::test::builtProgram;

class TestEndings : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { BatchRun::addLauncherRows(); }
    void init() { BatchRun::takeLauncherRow(); }
    void theJobsExitStatusIsOurs()
    {
        BatchRun run;
        run.commands({"continue"});
        run.start(2, builtProgram("ring"), {"--exit", "3"});
        QVERIFY2(run.exitStatus() == 3, run.transcript());
        QVERIFY2(run.events("ended").value(0)["status"] == 3, run.transcript());
    }

    void aCrashStopsThereAndIsShown()
    {
        BatchRun run;
        run.commands({"continue", "focus 1", "where", "print state.rank", "kill"});
        run.start(3, builtProgram("ring"), {"--crash", "1"});
        QVERIFY2(run.exitStatus() == 137, run.transcript());
        bool crashed = false;
        for (const QJsonObject& stop : run.events("stopped"))
            if (stop["reason"] == "signal") {
                crashed = true;
                QCOMPARE(stop["ranks"].toString(), QString("1"));
                QCOMPARE(stop["signal"].toString(), QString("SIGSEGV"));
                QVERIFY2(stop["frame"]["function"].toString().contains("breakDown"), run.transcript());
            }
        QVERIFY2(crashed, run.transcript());
        QCOMPARE(run.replies("print").value(0)["values"][0]["value"].toString(), QString("1"));
    }

    void aCrashThatIsContinuedEndsTheJob()
    {
        BatchRun run;
        // Handlers of the MPI library would catch the signal, tell of it, and raise it again.
        run.environment("UCX_ERROR_SIGNALS", "").environment("OMPI_MCA_opal_signal", "");
        run.commands({"continue", "focus 1", "continue", "focus all", "wait"});
        run.start(2, builtProgram("ring"), {"--crash", "1"});
        const int status = run.exitStatus();
        QVERIFY2(status == 139 || status == 128 + SIGSEGV, run.transcript());
    }

    void killEndsAHeldJob()
    {
        BatchRun run;
        run.commands({"kill"});
        run.start(4, builtProgram("ring"));
        QVERIFY2(run.exitStatus() == 137, run.transcript());
    }

    void theEndOfTheCommandsKillsTheJob()
    {
        BatchRun run;
        run.commands({"ranks"});
        run.start(2, builtProgram("debuggees/mpi_spin"), {"60"});
        QVERIFY2(run.exitStatus() == 137, run.transcript());
    }

    void detachLetsTheJobRunToItsEnd()
    {
        BatchRun run;
        run.commands({"break work", "continue", "detach"});
        run.start(2, builtProgram("ring"), {"--laps", "3"});
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        for (int rank = 0; rank < 2; ++rank)
            QVERIFY2(run.output(rank).contains(QString("rank %1 lap 3").arg(rank)), run.transcript());
    }

    void heldRanksGoOnAfterDetach()
    {
        BatchRun run;
        run.commands({"detach"});
        run.start(2, builtProgram("ring"), {"--exit", "5"});
        QVERIFY2(run.exitStatus() == 5, run.transcript());
    }

    void timeoutEndsEverything()
    {
        BatchRun run;
        run.option({"--timeout", "4"}).commands({"continue"});
        run.start(2, builtProgram("debuggees/mpi_spin"), {"120"});
        QVERIFY2(run.exitStatus() == 122, run.transcript());
    }

    void sigtermEndsEverything()
    {
        BatchRun run;
        run.commands({"continue"});
        run.start(2, builtProgram("debuggees/mpi_spin"), {"120"});
        QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
        run.process().terminate();
        QVERIFY2(run.exitStatus(20000) == 143, run.transcript());
    }

    void everyHoldPointWorks_data()
    {
        QTest::addColumn<QString>("hold");
        QTest::newRow("init") << "init";
        QTest::newRow("exec") << "exec";
        QTest::newRow("app") << "app";
        QTest::newRow("none") << "none";
    }
    void everyHoldPointWorks()
    {
        QFETCH(QString, hold);
        BatchRun run;
        run.option({"--stop=" + hold}).commands({"break work if lap == 99", "ranks", "continue"});
        run.start(2, builtProgram("ring"), {"--laps", "2", "--pause", hold == "none" ? "1500" : "0", "--exit", "4"});
        QVERIFY2(run.exitStatus() == 4, run.transcript());
        QCOMPARE(run.events("held").size(), hold == "none" ? 0 : 1);
        QVERIFY2(run.output(1).contains("lap 2"), run.transcript());
    }

    /// Each thread's end comes by itself, and the process's last: it is told, once for every rank.
    void ranksWithManyThreadsEndAsTheyDo_data()
    {
        QTest::addColumn<int>("threads");
        QTest::addColumn<QString>("how");
        for (const int threads : {20, 200})
            for (const char* how : {"return", "exit", "thread"})
                QTest::addRow("%d, %s", threads, how) << threads << QString(how);
    }
    void ranksWithManyThreadsEndAsTheyDo()
    {
        QFETCH(int, threads);
        QFETCH(QString, how);
        BatchRun run;
        run.commands({"continue"});
        run.start(3, builtProgram("debuggees/mpi_threads"), {QString::number(threads), how});
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(run.events("lost").isEmpty(), run.transcript());
        dbgr::util::RankSet ended;
        for (const QJsonObject& exited : run.events("exited")) {
            const auto ranks = dbgr::util::RankSet::parse(exited["ranks"].toString().toStdString(), {});
            QVERIFY2(ranks && exited["status"] == 0 && !ended.intersects(*ranks), run.transcript());
            ended |= *ranks;
        }
        QVERIFY2(ended.toString() == "0-2", run.transcript());
    }

    void aProgramWithoutMpiCanBeHeldOnExec()
    {
        BatchRun run;
        run.option({"--stop=exec"}).commands({"break main", "continue", "where", "continue"});
        run.start(2, builtProgram("debuggees/no_mpi"));
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        bool inMain = false;
        for (const QJsonObject& stop : run.events("stopped"))
            inMain |= stop["reason"] == "breakpoint" && stop["frame"]["function"].toString().startsWith("main");
        QVERIFY2(inMain, run.transcript());
    }
};

DBGR_TEST(TestEndings, QCoreApplication);

} // namespace tst_endings

#include "tst_endings.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks stop where an MPI call fails, where MPI_Abort is called, where they exit, where they make processes and at
// system calls; and what they make and how they end is what it is without a debugger.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/by_rank.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

namespace tst_moments {

using dbgr::test::BatchRun;
using dbgr::test::builtProgram;

namespace {

/// "0: forks, starts /bin/true; 1: forks" of the stops that say so.
QString moments(const BatchRun& run)
{
    BatchRun::Objects stops;
    for (const QJsonObject& stop : run.events("stopped")) {
        if (stop["reason"] == "breakpoint")
            stops << stop;
    }
    return dbgr::test::byRank(stops, [](const QJsonObject& stop) { return stop["description"].toString(); });
}

/// "0: getppid entry, write return EBADF" of the stops at system calls.
QString calls(const BatchRun& run)
{
    return dbgr::test::byRank(run.events("stopped"), [](const QJsonObject& stop) {
        const QJsonObject call = stop["system_call"].toObject();
        if (call.isEmpty())
            return QString();
        QString text = call["name"].toString() + " " + call["phase"].toString();
        if (call.contains("errno"))
            text += " " + call["errno"].toString();
        return text;
    });
}

/// In which functions the frames that count were.
QStringList places(const BatchRun& run)
{
    QStringList all;
    for (const QJsonObject& stop : run.events("stopped")) {
        if (stop["reason"] == "breakpoint")
            all << stop["frame"].toObject()["function"].toString();
    }
    all.removeDuplicates();
    return all;
}

const QString kToNext = "continue --any"; // the other rank waits for it
const QString kProcesses = "fork 3 vfork 4 spawn 0 missing -1000 system 6\n";

} // namespace

class TestMoments : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { BatchRun::addLauncherRows(); }
    void init() { BatchRun::takeLauncherRow(); }

    void aCallThatFailsStopsTheRank()
    {
        BatchRun run;
        run.commands({"catch mpi-error", kToNext, kToNext, kToNext, kToNext, "continue"});
        run.start(2, builtProgram("debuggees/mpi_moments"));
        QCOMPARE(run.exitStatus(), 0);
        QVERIFY2(moments(run) == "1: MPI_Send fails with MPI_ERR_RANK, MPI_Bcast fails with MPI_ERR_ROOT, "
                                 "MPI_Send fails with MPI_ERR_COUNT, MPI_Reduce fails with MPI_ERR_COMM",
                 run.transcript());
        QVERIFY2(places(run) == QStringList{"failCalls"}, run.transcript());
        QCOMPARE(run.output(0), kProcesses);
    }

    void theSameUnderMpich()
    {
        BatchRun run;
        run.commands({"catch mpi-error", kToNext, kToNext, kToNext, kToNext, "continue"});
        run.startCommand({"mpiexec.hydra", "-n", "2", builtProgram("debuggees/mpi_moments_mpich")});
        QCOMPARE(run.exitStatus(), 0);
        QVERIFY2(moments(run) == "1: MPI_Send fails with MPI_ERR_RANK, MPI_Bcast fails with MPI_ERR_ROOT, "
                                 "MPI_Send fails with MPI_ERR_COUNT, MPI_Reduce fails with MPI_ERR_COMM",
                 run.transcript());
        QVERIFY2(places(run) == QStringList{"failCalls"}, run.transcript());
    }

    void onlyOneCallMayBeMeant()
    {
        BatchRun run;
        run.commands({"catch mpi-error MPI_Bcast", kToNext, "continue"});
        run.start(2, builtProgram("debuggees/mpi_moments"));
        QCOMPARE(run.exitStatus(), 0);
        QVERIFY2(moments(run) == "1: MPI_Bcast fails with MPI_ERR_ROOT", run.transcript());
    }

    void anErrorThatIsFatalStopsTheRankBeforeItEnds()
    {
        BatchRun run;
        run.commands({"catch mpi-error MPI_Send on 1", kToNext, kToNext, kToNext, "where", "kill"});
        run.start(2, builtProgram("debuggees/mpi_moments"), {"fatal"});
        QCOMPARE(run.exitStatus(), 137);
        QVERIFY2(moments(run).endsWith("MPI_Send fails with MPI_ERR_RANK"), run.transcript());
        QVERIFY2(places(run).contains("main"), run.transcript());
    }

    void abortStopsTheRankThatCallsIt()
    {
        BatchRun run;
        run.commands({"catch mpi-abort", kToNext, "continue"});
        run.start(2, builtProgram("debuggees/mpi_moments"), {"abort"});
        QCOMPARE(run.exitStatus(), 3);
        QVERIFY2(moments(run) == "1: calls MPI_Abort with 3", run.transcript());
        QVERIFY2(places(run) == QStringList{"main"}, run.transcript());
    }

    void eachRankStopsWhereItExits_data()
    {
        QTest::addColumn<QString>("how");
        QTest::addColumn<QString>("told");
        QTest::addColumn<int>("status");
        QTest::newRow("exit") << "exit"
                              << "0: exits with status 5; 1: exits with status 6" << 5;
        QTest::newRow("return") << "return"
                                << "0-1: exits with status 0" << 0;
    }
    void eachRankStopsWhereItExits()
    {
        QFETCH(QString, how);
        QFETCH(QString, told);
        QFETCH(int, status);
        BatchRun run;
        run.commands({"catch exit", "continue", "continue"});
        run.start(2, builtProgram("debuggees/mpi_moments"), {how});
        QVERIFY2(run.exitStatus() == status || (status != 0 && run.exitStatus() == status + 1), run.transcript());
        QVERIFY2(moments(run) == told, run.transcript());
        QCOMPARE(run.output(0), kProcesses); // those that it made exit as they like
    }

    void whatASanitizerFindsStopsTheRank_data()
    {
        QTest::addColumn<QString>("told");
        QTest::addColumn<QString>("function");
        QTest::newRow("address") << "AddressSanitizer: heap-use-after-free"
                                 << "useFreed"; // and once: LLDB finds the same report by itself
        QTest::newRow("undefined") << "a sanitizer reports: Invalid shift exponent"
                                   << "shift";
        QTest::newRow("thread") << "ThreadSanitizer: data race"
                                << "count";
    }
    void whatASanitizerFindsStopsTheRank()
    {
        QFETCH(QString, told);
        QFETCH(QString, function);
        BatchRun run;
        run.option({"--stop=exec"});
        run.commands({"catch sanitizer", "continue", "kill"});
        run.start(1, builtProgram("debuggees/sanitized_" + QString(QTest::currentDataTag())));
        QCOMPARE(run.exitStatus(), 137);
        QVERIFY2(moments(run).startsWith("0: " + told), run.transcript());
        QVERIFY2(places(run) == QStringList{function}, run.transcript());
    }

    /// It is told as the cause where the sanitizer ends the rank, too; and that there is a report, where nobody read
    /// it.
    void aRankThatASanitizerEndsSaysWhy_data()
    {
        QTest::addColumn<QString>("setting");
        QTest::addColumn<QString>("why");
        QTest::newRow("caught") << "on"
                                << "AddressSanitizer: heap-use-after-free";
        QTest::newRow("not caught") << "off"
                                    << "by a sanitizer, whose report is in its output";
    }
    void aRankThatASanitizerEndsSaysWhy()
    {
        QFETCH(QString, setting);
        QFETCH(QString, why);
        BatchRun run;
        run.option({"--stop=exec"});
        run.environment("ASAN_OPTIONS", "abort_on_error=1:detect_leaks=0");
        run.commands({"set catch-reports " + setting, "continue"});
        if (setting == "on")
            run.commands({"continue"});
        run.commands({"kill"});
        run.start(1, builtProgram("debuggees/sanitized_address"));
        QCOMPARE(run.exitStatus(), 137);
        const QJsonObject last = run.events("stopped").last();
        QCOMPARE(last["signal"].toString(), "SIGABRT");
        QVERIFY2(last["description"].toString().startsWith(why), run.transcript());
        QVERIFY2(last["frame"].toObject()["function"].toString().startsWith("useFreed"), run.transcript());
        if (setting == "on") {
            QVERIFY2(last["description"].toString().endsWith(": freed memory"), run.transcript());
            QVERIFY2(moments(run).endsWith(": freed memory") && moments(run).count("Sanitizer") == 1, run.transcript());
        }
    }

    void aReportStopsTheRankUnasked_data()
    {
        QTest::addColumn<QString>("how");
        QTest::addColumn<QString>("told");
        QTest::addColumn<QString>("function");
        QTest::newRow("address sanitizer") << "memory"
                                           << "AddressSanitizer: heap-use-after-free"
                                           << "useFreed";
    }
    void aReportStopsTheRankUnasked()
    {
        QFETCH(QString, how);
        QFETCH(QString, told);
        QFETCH(QString, function);
        BatchRun run;
        run.commands({"continue --any", "breakpoints", "kill"});
        run.start(2, builtProgram("debuggees/mpi_reports"), {how});
        QVERIFY2(run.exitStatus() == 137, run.transcript());
        QVERIFY2(moments(run).startsWith("1: " + told), run.transcript());
        QVERIFY2(places(run) == QStringList{function}, run.transcript());
        QVERIFY2(run.replies("breakpoints").at(0)["breakpoints"].toArray().isEmpty(), run.transcript());
        QVERIFY2(run.events("warning").isEmpty(), run.transcript());
    }

    void reportsAreNotCaughtWhereNobodyWants()
    {
        BatchRun run;
        run.commands({"set catch-reports off", "continue"});
        run.start(2, builtProgram("debuggees/mpi_reports"), {"memory"});
        QVERIFY2(run.exitStatus() != 0, run.transcript());
        QVERIFY2(moments(run).isEmpty(), run.transcript());
    }

    void aRankStopsWhereItLoadsALibrary_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QStringList>("libraries");
        QTest::newRow("any") << "catch load" << QStringList{"liblate1.so", "liblate2.so"};
        QTest::newRow("one") << "catch load liblate2.so" << QStringList{"liblate2.so"};
        QTest::newRow("none") << "catch load late2.so" << QStringList{};
    }
    void aRankStopsWhereItLoadsALibrary()
    {
        QFETCH(QString, command);
        QFETCH(QStringList, libraries);
        BatchRun run;
        run.option({"--stop=exec"});
        run.commands(QStringList{command} + QStringList(libraries.size() + 1, "continue"));
        run.start(1, builtProgram("debuggees/loads"), {"+liblate1.so", "!liblate1.so", "+liblate2.so"});
        QCOMPARE(run.exitStatus(), 0);
        QStringList told;
        for (const QJsonObject& stop : run.events("stopped")) {
            if (stop["reason"] == "breakpoint")
                told << stop["description"].toString();
        }
        QCOMPARE(told.size(), libraries.size());
        for (qsizetype i = 0; i < told.size(); ++i)
            QVERIFY2(told[i].startsWith("loads ") && told[i].endsWith("/" + libraries[i]), run.transcript());
        QVERIFY2(libraries.isEmpty() || places(run) == QStringList{"doOne"}, run.transcript());
    }

    void aRankStopsBeforeItBecomesAnotherProgram()
    {
        BatchRun run;
        run.option({"--stop=exec"});
        run.commands({"catch exec", "continue", "continue", "continue"});
        run.start(1, "/bin/sh", {"-c", "exec /bin/echo it is"});
        QCOMPARE(run.exitStatus(), 0);
        QVERIFY2(moments(run) == "0: executes /bin/echo", run.transcript());
        QCOMPARE(run.output(0), "it is\n");
    }

    void whatARankMakesExecutesAsItLikes()
    {
        BatchRun run;
        run.commands({"catch exec", "continue"});
        run.start(2, builtProgram("debuggees/mpi_moments"));
        QCOMPARE(run.exitStatus(), 0);
        QVERIFY2(moments(run).isEmpty(), run.transcript());
        QCOMPARE(run.output(0), kProcesses);
    }

    void aRankStopsBeforeItsSystemCallsAndBehindThem()
    {
        BatchRun run;
        run.option({"--stop=exec"});
        run.commands(QStringList{"catch syscall getppid write"} + QStringList(8, "continue") +
                     QStringList{"delete 1", "continue"});
        run.start(2, builtProgram("debuggees/makes_calls"));
        QCOMPARE(run.exitStatus(), 0);
        const QString lap = "getppid entry, getppid return, write entry, write return EBADF";
        QVERIFY2(calls(run) == "0-1: " + lap + ", " + lap, run.transcript());
        QVERIFY2(places(run).size() == 1 && places(run).front().contains("makeCalls"), run.transcript());
        QCOMPARE(run.output(1), "refused 2 parent 1 slept -1\n");
    }

    void onlySomeRanksStopAtSystemCalls()
    {
        BatchRun run;
        run.option({"--stop=exec"});
        run.commands({"catch syscall getppid on 1", "ignore 1 2", "continue", "delete 1", "continue"});
        run.start(2, builtProgram("debuggees/makes_calls"));
        QCOMPARE(run.exitStatus(), 0);
        QVERIFY2(calls(run) == "1: getppid entry", run.transcript());
    }

    void threadsStopAtTheirSystemCalls()
    {
        BatchRun run;
        run.option({"--stop=exec"});
        run.commands(QStringList{"catch syscall getppid"} + QStringList(10, "continue") +
                     QStringList{"delete 1", "continue"});
        run.start(2, builtProgram("debuggees/makes_calls"), {"threads"});
        QCOMPARE(run.exitStatus(), 0);
        QVERIFY2(calls(run).startsWith("0-1: getppid entry, ") || calls(run).startsWith("0: getppid entry, "),
                 run.transcript());
    }

    /// It stops nobody, and reaches the rank.
    void aSignalIsToldOnceOfEachRank()
    {
        BatchRun run;
        run.option({"--stop=exec"});
        run.commands({"handle USR1 tell", "handle USR2 tell nopass", "break signalsCame", "continue", "print count",
                      "handle", "delete 1", "continue"});
        run.start(2, builtProgram("debuggees/steps"), {"signals"});
        QVERIFY2(run.exitStatus() > 0, run.transcript()); // its sum
        const QString told =
            dbgr::test::byRank(run.events("signal"), [](const QJsonObject& one) { return one["signal"].toString(); });
        QVERIFY2(told == "0-1: SIGUSR1, SIGUSR2", run.transcript());
        QVERIFY2(run.replies("print").value(0)["values"].toArray().at(0)["value"].toString() == "3",
                 run.transcript()); // of four
        for (const QJsonValue one : run.replies("handle").last()["signals"].toArray()) {
            const bool isTold = one["signal"].toString().startsWith("SIGUSR");
            QCOMPARE(one["tell"].toBool(), isTold);
            QCOMPARE(one["times"].toInt(), isTold ? 2 : 0);
            QCOMPARE(one["ranks"].toString(), isTold ? "0-1" : "");
        }
    }

    void aRankStopsWhereItMakesAProcess()
    {
        BatchRun run;
        run.commands({"catch fork", kToNext, kToNext, kToNext, kToNext, kToNext, "continue"});
        run.start(2, builtProgram("debuggees/mpi_moments"));
        QCOMPARE(run.exitStatus(), 0);
        QVERIFY2(moments(run) == "0: forks, forks, starts /bin/true, starts /no/such/program, starts /bin/sh",
                 run.transcript());
        QCOMPARE(run.output(0), kProcesses);
    }
};

DBGR_TEST(TestMoments, QCoreApplication);

} // namespace tst_moments

#include "tst_moments.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// A dbgd dies under its ranks: what is said of it, and `reattach`, after which the session goes on as before.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/job_processes.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QFileInfo>
#include <QtTest>

#include <csignal>
#include <string>

namespace tst_attach_again {

using namespace dbgr::test;

namespace {

constexpr int kRanks = 2;

enum class Ranks
{
    Run,
    Stand
};

int daemonOf(BatchRun& run)
{
    QList<int> pids;
    for (const JobProcess& process : processesOf(run.folder()))
        if (QFileInfo(process.command.section(' ', 0, 0)).fileName() == "dbgd")
            pids += process.pid;
    return pids.size() == 1 ? pids[0] : 0;
}

bool atBreakpoint(const QJsonObject& o)
{
    return o["event"] == "stopped" && o["reason"] == "breakpoint";
}

} // namespace

class TestAttachAgain : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { BatchRun::addLauncherRows(); }
    void init() { BatchRun::takeLauncherRow(); }

    void theSessionGoesOn_data()
    {
        QTest::addColumn<int>("signal");
        QTest::addColumn<Ranks>("ranks");
        for (const int signal : {SIGKILL, SIGSEGV}) {
            const std::string name = signal == SIGKILL ? "SIGKILL" : "SIGSEGV";
            QTest::newRow((name + ", ranks run").c_str()) << signal << Ranks::Run;
            QTest::newRow((name + ", ranks stand").c_str()) << signal << Ranks::Stand;
        }
    }
    void theSessionGoesOn()
    {
        QFETCH(int, signal);
        QFETCH(Ranks, ranks);
        BatchRun run;
        QVERIFY2(start(run, ranks), run.transcript());
        const int daemon = daemonOf(run);
        QVERIFY2(daemon > 0, run.transcript());
        ::kill(daemon, signal);
        checkWords(run, signal);

        run.type("reattach");
        const QJsonObject reply = run.waitForReply("reattach", 60000);
        QVERIFY2(reply["attached"] == "0-1" && reply["failed"] == "", run.transcript());
        if (ranks == Ranks::Run) {
            run.type("break turn");
            QVERIFY2(!run.waitForReply("break").isEmpty(), run.transcript());
        } // else it is there, and every rank has it
        run.type("continue");
        QVERIFY2(!run.waitFor(atBreakpoint).isEmpty(), run.transcript());
        QVERIFY2(run.waitForReply("continue")["stopped"] == "0-1", run.transcript());
        run.type("print turns");
        QVERIFY2(!run.waitForReply("print").isEmpty(), run.transcript());
        run.type("delete all");
        QVERIFY(QFile(run.folder() + "/stop").open(QIODevice::WriteOnly));
        run.type("continue");
        run.closeInput();
        QVERIFY2(run.exitStatus(60000) == 0, run.transcript()); // the job's own
        QVERIFY2(allGone(run.folder()), run.transcript());
    }

    /// Also more than once.
    void nothingIsLostTwice()
    {
        BatchRun run;
        QVERIFY2(start(run, Ranks::Stand), run.transcript());
        for (int round = 0; round < 3; ++round) {
            const int daemon = daemonOf(run);
            QVERIFY2(daemon > 0, run.transcript());
            ::kill(daemon, SIGKILL);
            QVERIFY2(run.waitForEvent("lost")["ranks"] == "0-1", run.transcript());
            run.type("reattach");
            QVERIFY2(run.waitForReply("reattach", 60000)["attached"] == "0-1", run.transcript());
        }
        run.type("reattach");
        QVERIFY2(run.waitForEvent("error")["detail"].toString().contains("no rank is lost"), run.transcript());
    }

    /// Ranks that were held when their daemon died are not forgotten in MPI_Init.
    void quitEndsWhatWasHeld()
    {
        BatchRun run;
        run.start(kRanks, builtProgram("debuggees/mpi_spin"), {"60", run.folder()});
        QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
        const int daemon = daemonOf(run);
        QVERIFY2(daemon > 0, run.transcript());
        ::kill(daemon, SIGKILL);
        QVERIFY2(run.waitForEvent("lost")["ranks"] == "0-1", run.transcript());
        run.type("quit");
        QVERIFY2(run.exitStatus(30000) == 137, run.transcript());
        QVERIFY2(run.events("ended").value(0)["status"] == 137, run.transcript());
        QVERIFY2(allGone(run.folder()), run.transcript());
    }

    void aRankThatEndedMeanwhileIsNotAttachedTo()
    {
        BatchRun run;
        QVERIFY2(start(run, Ranks::Run), run.transcript());
        ::kill(daemonOf(run), SIGKILL);
        QVERIFY2(!run.waitForEvent("lost").isEmpty(), run.transcript());
        QVERIFY(QFile(run.folder() + "/stop").open(QIODevice::WriteOnly));
        QVERIFY2(!run.waitForEvent("ended", 60000).isEmpty(), run.transcript());
        run.type("reattach");
        QVERIFY2(run.waitForEvent("error")["detail"].toString().contains("the job has ended"), run.transcript());
    }

private:
    [[nodiscard]] static bool start(BatchRun& run, Ranks ranks)
    {
        run.start(kRanks, builtProgram("debuggees/mpi_spin"), {"60", run.folder()});
        if (run.waitForEvent("attached").isEmpty())
            return false;
        if (ranks == Ranks::Run) {
            run.type("continue &");
            for (int rank = 0; rank < kRanks; ++rank)
                if (spinPid(run.folder(), rank) <= 0 || !beats(run.folder(), rank))
                    return false;
            return true;
        }
        run.type("break turn");
        run.type("continue");
        return !run.waitFor(atBreakpoint).isEmpty() && !run.waitForReply("continue").isEmpty();
    }

    static void checkWords(BatchRun& run, int signal)
    {
        const QJsonObject lost = run.waitForEvent("lost", 30000);
        const QString words = lost["detail"].toString();
        QVERIFY2(lost["ranks"] == "0-1" && !lost["host"].toString().isEmpty(), run.transcript());
        QVERIFY2(!words.contains("TLS") && words.contains("run on without the debugger"), run.transcript());
        QVERIFY2(lost["advice"].toString().contains("reattach"), run.transcript());
        if (signal == SIGSEGV)
            QVERIFY2(lost["signal"] == "SIGSEGV" && words.contains("was ended by SIGSEGV"), run.transcript());
    }
};

DBGR_TEST(TestAttachAgain, QCoreApplication);

} // namespace tst_attach_again

#include "tst_attach_again.moc"

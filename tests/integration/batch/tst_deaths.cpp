// SPDX-License-Identifier: GPL-3.0-or-later
// Whoever of us dies, ranks that were attached to go on, and nothing of ours is left behind.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/job_processes.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QtTest>

#include <csignal>

namespace tst_deaths {

using namespace dbgr::test;

namespace {

constexpr int kRanks = 2;

/// A breakpoint that every rank runs over again and again without stopping: its trap is in the text all the time.
const QString kBusyBreakpoint = "break turn if turns < 0";
const QString kStop = "break turn";

void makeStopFile(const QString& folder)
{
    QFile file(folder + "/stop");
    if (!file.open(QIODevice::WriteOnly))
        qFatal("cannot make %s/stop", qPrintable(folder));
}

} // namespace

class TestDeaths : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { BatchRun::addLauncherRows(); }
    void init() { BatchRun::takeLauncherRow(); }
    void ranksOutliveUs_data()
    {
        QTest::addColumn<QString>("victim");
        QTest::addColumn<bool>("stopped");
        for (const char* victim : {"dbgr", "dbgd", "dbgd-keeper"}) {
            QTest::addRow("%s, ranks run", victim) << victim << false;
            QTest::addRow("%s, ranks are stopped", victim) << victim << true;
        }
    }
    void ranksOutliveUs()
    {
        QFETCH(QString, victim);
        QFETCH(bool, stopped);
        BatchRun run;
        QVERIFY2(startSpinning(run, stopped ? kStop : kBusyBreakpoint), run.transcript());
        QVERIFY2(killVictim(run, victim), leftOver(run));
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(beats(run.folder(), rank), leftOver(run));
        checkNobodyTraces(run);
        makeStopFile(run.folder());
        for (int rank = 0; rank < kRanks; ++rank) { // and meets no trap
            const QString last = QString("%1/last.%2").arg(run.folder()).arg(rank);
            QTRY_VERIFY2_WITH_TIMEOUT(QFile::exists(last), leftOver(run), 10000);
        }
        if (victim != "dbgr") {
            run.process().terminate();
            QVERIFY2(run.exitStatus(30000) >= 0, run.transcript());
        }
        QVERIFY2(allGone(run.folder()), leftOver(run));
    }

    void aHeldJobIsNotLeftBehind()
    {
        BatchRun run;
        run.start(kRanks, builtProgram("debuggees/mpi_spin"), {"60", run.folder()});
        QVERIFY2(!run.waitForEvent("launcher").isEmpty(), run.transcript());
        ::kill(static_cast<pid_t>(run.pid()), SIGKILL); // the launcher, or its ranks, are held just now
        QVERIFY2(run.exitStatus(5000) == 128 + SIGKILL, run.transcript());
        QVERIFY2(allGone(run.folder()), leftOver(run));
    }

    void attachedRanksThatAreHeldGoOn()
    {
        BatchRun run;
        run.start(kRanks, builtProgram("debuggees/mpi_spin"), {"60", run.folder()});
        QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
        ::kill(static_cast<pid_t>(run.pid()), SIGKILL);
        QVERIFY2(run.exitStatus(5000) == 128 + SIGKILL, run.transcript());
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(spinPid(run.folder(), rank) > 0 && beats(run.folder(), rank), leftOver(run));
        makeStopFile(run.folder());
        QVERIFY2(allGone(run.folder()), leftOver(run));
    }

    void theLaunchersDeathEndsTheSession()
    {
        BatchRun run;
        QVERIFY2(startSpinning(run, kBusyBreakpoint), run.transcript());
        QFETCH_GLOBAL(QString, launcher);
        QVERIFY2(killVictim(run, launcher == "dbgrun" ? "dbgrun" : "prte "), leftOver(run));
        QVERIFY2(!run.waitForEvent("error").isEmpty(), run.transcript());
        run.closeInput();
        QVERIFY2(run.exitStatus(30000) > 0, run.transcript());
        makeStopFile(run.folder());
        QVERIFY2(allGone(run.folder()), leftOver(run));
    }

    void aRanksDeathIsReported()
    {
        BatchRun run;
        QVERIFY2(startSpinning(run, kBusyBreakpoint), run.transcript());
        ::kill(spinPid(run.folder(), 1), SIGKILL);
        QVERIFY2(!run.waitForEvent("ended").isEmpty(), run.transcript());
        run.closeInput();
        QVERIFY2(run.exitStatus(30000) == 137, run.transcript());
        bool told = false;
        for (const QJsonObject& exited : run.events("exited"))
            told |= exited["ranks"] == "1" && exited["signal"] == "SIGKILL";
        QVERIFY2(told, run.transcript());
        QVERIFY2(allGone(run.folder()), leftOver(run));
    }

private:
    /// \return whether all ranks run, or stand at a breakpoint
    [[nodiscard]] static bool startSpinning(BatchRun& run, const QString& breakpoint)
    {
        const bool stopped = breakpoint == kStop;
        run.start(kRanks, builtProgram("debuggees/mpi_spin"), {"60", run.folder()});
        if (run.waitForEvent("attached").isEmpty())
            return false;
        run.type(breakpoint);
        run.type(stopped ? "continue" : "continue &");
        const auto atBreakpoint = [](const QJsonObject& o) {
            return o["event"] == "stopped" && o["reason"] == "breakpoint";
        };
        if (stopped && run.waitFor(atBreakpoint).isEmpty())
            return false;
        for (int rank = 0; rank < kRanks; ++rank)
            if (spinPid(run.folder(), rank) <= 0 || (!stopped && !beats(run.folder(), rank)))
                return false;
        return true;
    }

    /// \return whether there was exactly one such process
    [[nodiscard]] static bool killVictim(BatchRun& run, const QString& victim)
    {
        QList<int> pids;
        if (victim == "dbgr")
            pids = {static_cast<int>(run.pid())};
        else
            for (const JobProcess& process : processesOf(run.folder()))
                if (process.name == victim || (victim == "prte " && process.command.contains("/prte ")))
                    pids += process.pid;
        if (pids.size() != 1 || pids[0] <= 0)
            return false;
        ::kill(pids[0], SIGKILL);
        return victim != "dbgr" || run.exitStatus(5000) == 128 + SIGKILL;
    }

    static void checkNobodyTraces(BatchRun& run)
    {
        for (int rank = 0; rank < kRanks; ++rank)
            QTRY_VERIFY2_WITH_TIMEOUT(tracerOf(spinPid(run.folder(), rank)) == 0, leftOver(run), 10000);
    }

    static QByteArray leftOver(BatchRun& run)
    {
        QByteArray text = "processes:\n";
        for (const JobProcess& process : processesOf(run.folder()))
            text += QByteArray::number(process.pid) + ' ' + process.command.toLocal8Bit() + '\n';
        return text + run.transcript();
    }
};

DBGR_TEST(TestDeaths, QCoreApplication);

} // namespace tst_deaths

#include "tst_deaths.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The end that we cause is told as the end that we caused: of every rank, once, and in every run the same.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/job_processes.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

namespace tst_our_doing {

using namespace dbgr::test;

namespace {

constexpr int kRanks = 4;

} // namespace

class TestOurDoing : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { BatchRun::addLauncherRows(); }
    void init() { BatchRun::takeLauncherRow(); }

    void everyRankIsToldAsKilledOnce_data()
    {
        QTest::addColumn<QStringList>("before");
        QTest::addColumn<QString>("end");
        const QList<QPair<const char*, QStringList>> states{
            {"held", {}},
            {"running", {"continue &"}},
            {"stopped", {"break turn", "continue"}},
            {"some of each", {"break turn", "continue", "delete 1", "focus 2-3", "continue &", "focus all"}}};
        for (const auto& [state, before] : states)
            for (const char* end : {"kill", "restart", "quit", "SIGTERM"})
                QTest::addRow("%s, %s", state, end) << before << end;
    }
    void everyRankIsToldAsKilledOnce()
    {
        QFETCH(QStringList, before);
        QFETCH(QString, end);
        BatchRun run;
        run.start(kRanks, builtProgram("debuggees/mpi_spin"), {"120", run.folder()});
        QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
        for (const QString& command : before) {
            run.type(command);
            QVERIFY2(!run.waitForReply(command.section(' ', 0, 0)).isEmpty(), run.transcript());
        }
        if (end == "SIGTERM")
            run.process().terminate();
        else
            run.type(end);
        if (end == "restart")
            QVERIFY2(!run.waitForReply("restart", 60000).isEmpty(), run.transcript());
        else
            QVERIFY2(!run.waitForEvent("ended").isEmpty(), run.transcript());
        checkKilled(run);
        run.closeInput();
        QVERIFY2(run.exitStatus() == (end == "SIGTERM" ? 143 : 137), run.transcript());
        QVERIFY2(allGone(run.folder()), run.transcript());
    }

    /// In text, which is what a person reads.
    void nobodyIsSentToAttachAgain()
    {
        BatchRun run;
        run.commands({"continue &", "kill"});
        run.option({"--log", run.folder() + "/log"});
        run.start(kRanks, builtProgram("debuggees/mpi_spin"), {"120", run.folder()});
        QVERIFY2(run.exitStatus() == 137, run.transcript());
        for (const char* untrue : {"attach again", "go on without", "run on", "somebody killed"})
            QVERIFY2(!run.transcript().contains(untrue), run.transcript());
    }

    void ourOwnTimeLimitIsNobodyElsesDoing()
    {
        BatchRun run;
        run.option({"--timeout", "0.2"}).commands({"continue"}); // while the job is being started
        run.start(kRanks, builtProgram("debuggees/mpi_spin"), {"120", run.folder()});
        QVERIFY2(run.exitStatus() == 122, run.transcript());
        QVERIFY2(!run.transcript().contains("somebody killed"), run.transcript());
        QVERIFY2(run.events("error").size() == 1, run.transcript()); // that time is up
        QVERIFY2(allGone(run.folder()), run.transcript());
    }

private:
    static void checkKilled(BatchRun& run)
    {
        QVERIFY2(run.events("lost").isEmpty(), run.transcript());
        QVERIFY2(run.events("detached").isEmpty(), run.transcript());
        QVERIFY2(run.events("error").isEmpty(), run.transcript());
        const auto exits = run.events("exited");
        QVERIFY2(exits.size() == 1, run.transcript());
        QVERIFY2(exits[0]["ranks"] == "0-3" && exits[0]["signal"] == "SIGKILL", run.transcript());
        QVERIFY2(run.events("ended").value(0)["status"] == 137, run.transcript());
        QVERIFY2(!run.events("ended").value(0).contains("first_failed"), run.transcript());
    }
};

DBGR_TEST(TestOurDoing, QCoreApplication);

} // namespace tst_our_doing

#include "tst_our_doing.moc"

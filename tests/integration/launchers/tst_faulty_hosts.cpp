// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs on hosts that fail: links that are cut, for a while or for good, hosts that crash without a word, daemons that
// are killed, a dbgr that is suspended, a slow network. After each the job's result is right or the loss is said, and
// nothing is left on any host that lives.
#include "tests/support/launchers/hosts_job.h"
#include "tests/support/run/test_class.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QtTest>

#include <csignal>
#include <unistd.h>

namespace tst_faulty_hosts {

using namespace dbgr::test;

class TestFaultyHosts : public QObject
{
    Q_OBJECT

    static constexpr int kRanks = HostsJob::kRanks;

private slots:
    void initTestCase()
    {
        if (::geteuid() == 0)
            return;
        if (!qEnvironmentVariableIsEmpty("DBGR_REQUIRE"))
            QFAIL("hosts with a network of their own need root, and DBGR_REQUIRE is set");
        QSKIP("hosts with a network of their own need root");
    }

    void aCutOfFiveSecondsIsNotTold_data() { HostsJob::addLauncherRows(); }
    void aCutOfFiveSecondsIsNotTold()
    {
        QFETCH(QString, launcher);
        HostsJob job(launcher);
        QVERIFY2(job.launchRunning(), job.story());
        QVERIFY(job.nodes.order("cut h2"));
        QTest::qWait(5000);
        QVERIFY(job.nodes.order("mend h2"));
        looksAt(job, kRanks);
        QVERIFY2(job.run.events("lost").isEmpty(), job.story());
        QCOMPARE(job.run.events("silent").size(), job.run.events("heard").size());
        endsWell(job);
    }

    void aLongerCutIsToldAndTakenBack_data() { HostsJob::addLauncherRows(); }
    void aLongerCutIsToldAndTakenBack()
    {
        QFETCH(QString, launcher);
        HostsJob job(launcher);
        job.run.option({"--lost-after", "60"});
        QVERIFY2(job.launchRunning(), job.story());
        QVERIFY(job.nodes.order("cut h2"));
        const QJsonObject silent = job.run.waitForEvent("silent", 20000);
        QVERIFY2(silent["ranks"] == "2-3" && silent["host"] == "h2", job.story());
        QVERIFY2(job.turns({0, 1}) && job.turns({2, 3}), job.story());
        job.run.type("ranks");
        QVERIFY2(job.run.waitForReply("ranks")["silent"] == "2-3", job.story());
        QVERIFY(job.nodes.order("mend h2"));
        QVERIFY2(job.run.waitForEvent("heard", 60000)["ranks"] == "2-3", job.story());
        looksAt(job, kRanks);
        QVERIFY2(job.run.events("lost").isEmpty(), job.story());
        endsWell(job);
    }

    /// The others are debugged further; when the network is whole again its ranks run on, and can be had again.
    void aCutThatLastsLosesTheNode_data() { HostsJob::addLauncherRows(); }
    void aCutThatLastsLosesTheNode()
    {
        QFETCH(QString, launcher);
        HostsJob job(launcher);
        job.run.option({"--lost-after", "15", "--keep-going"});
        QVERIFY2(job.launchRunning(), job.story());
        QVERIFY(job.nodes.order("cut h2"));
        QVERIFY2(job.run.waitForEvent("silent", 20000)["ranks"] == "2-3", job.story());
        const QJsonObject lost = job.run.waitForEvent("lost", 20000);
        QVERIFY2(lost["ranks"] == "2-3" && lost["host"] == "h2", job.story());
        QVERIFY2(lost["detail"].toString().contains("no word from dbgd"), job.story());
        looksAt(job, 2);
        QVERIFY2(job.turns(), job.story());
        QVERIFY(job.nodes.order("mend h2"));
        QTRY_VERIFY2_WITH_TIMEOUT(job.nodes.pidsOn("h2", "dbgd").isEmpty(), job.story(), 60000);
        QVERIFY2(job.turns(), job.story());
        if (launcher != "mpich") { // which starts no daemon on other nodes again
            job.run.type("reattach");
            QVERIFY2(job.run.waitForReply("reattach", 60000)["attached"] == "2-3", job.story());
            job.run.type("continue &");
            looksAt(job, kRanks);
        }
        endsWell(job);
    }

    /// Nobody tells: no end of a connection comes, not of the launcher's either.
    void hostLost_data() { HostsJob::addLauncherRows(); }
    void hostLost()
    {
        QFETCH(QString, launcher);
        HostsJob job(launcher);
        job.run.option({"--lost-after", "15", "--keep-going"});
        QVERIFY2(job.launchRunning(), job.story());
        QVERIFY(job.nodes.order("crash h2"));
        QVERIFY2(job.run.waitForEvent("lost", 40000)["ranks"] == "2-3", job.story());
        looksAt(job, 2);
        job.run.type("kill");
        job.run.closeInput();
        QVERIFY2(job.run.exitStatus() > 0, job.story());
        const QByteArray left = job.nodes.leftAfter(); // files of its own a launcher may leave
        QVERIFY2(left.isEmpty(), left + job.story());
    }

    void daemonKilled_data() { HostsJob::addLauncherRows(); }
    void daemonKilled()
    {
        QFETCH(QString, launcher);
        HostsJob job(launcher);
        job.run.option({"--keep-going"});
        QVERIFY2(job.launchRunning(), job.story());
        const QList<int> daemons = job.nodes.pidsOn("h2", "dbgd");
        QVERIFY2(daemons.size() == 1, job.story());
        ::kill(daemons[0], SIGKILL);
        const QJsonObject lost = job.run.waitForEvent("lost");
        QVERIFY2(lost["ranks"] == "2-3" && lost["host"] == "h2", job.story());
        QVERIFY2(job.turns(), job.story());
        looksAt(job, 2);
        QTest::qWait(3000); // a launcher that ends the other daemons with it does so by now
        looksAt(job, 2);
        QCOMPARE(job.run.events("lost").size(), 1);
        endsWell(job);
    }

    /// It sleeps for longer than either side could have been silent, and wakes as if nothing had been.
    void aSuspendedDebuggerLosesNothing_data() { HostsJob::addLauncherRows(); }
    void aSuspendedDebuggerLosesNothing()
    {
        QFETCH(QString, launcher);
        HostsJob job(launcher);
        job.run.option({"--lost-after", "15"});
        QVERIFY2(job.launchRunning(), job.story());
        ::kill(static_cast<pid_t>(job.run.pid()), SIGSTOP);
        QTest::qWait(40000);
        QVERIFY2(job.turns(), job.story());
        ::kill(static_cast<pid_t>(job.run.pid()), SIGCONT);
        looksAt(job, kRanks);
        QTest::qWait(12000); // none of them becomes silent later
        looksAt(job, kRanks);
        QVERIFY2(job.run.events("lost").isEmpty() && job.run.events("silent").isEmpty(), job.story());
        endsWell(job);
    }

    void aSlowNetworkThatLosesFramesWillDo_data() { HostsJob::addLauncherRows(); }
    void aSlowNetworkThatLosesFramesWillDo()
    {
        QFETCH(QString, launcher);
        HostsJob job(launcher, {"--slow", "h2:20:1"});
        QVERIFY2(job.launchHeld(), job.story());
        for (const char* command : {"break turn", "continue", "next", "print rank", "delete 1", "continue &"})
            job.run.type(command);
        QVERIFY2(job.run.waitForReply("next", 60000)["stopped"] == "0-3", job.story());
        QVERIFY2(job.run.waitForReply("print")["values"].toArray().size() == kRanks, job.story());
        QVERIFY2(job.run.events("lost").isEmpty() && job.run.events("silent").isEmpty(), job.story());
        endsWell(job);
    }

    void clocksMayBeADayApart_data() { HostsJob::addLauncherRows(); }
    void clocksMayBeADayApart()
    {
        QFETCH(QString, launcher);
        HostsJob job(launcher, {"--clock", "h2:86400"});
        QVERIFY2(job.launchRunning(), job.story());
        looksAt(job, kRanks);
        QVERIFY2(job.run.events("lost").isEmpty() && job.run.events("silent").isEmpty(), job.story());
        endsWell(job);
    }

private:
    /// Stops the ranks that there are, asks so many for a value, and has them go on.
    static void looksAt(HostsJob& job, int ranks)
    {
        for (const char* command : {"interrupt", "print rank", "continue &"})
            job.run.type(command);
        const QJsonObject reply = job.run.waitForReply("print", 60000);
        QVERIFY2(reply["values"].toArray().size() == ranks, job.story());
        QVERIFY2(!job.run.waitForReply("continue").isEmpty(), job.story());
    }

    static void endsWell(HostsJob& job)
    {
        job.letEnd();
        QVERIFY2(job.run.waitForEvent("ended", 60000)["status"] == 0, job.story());
        job.run.closeInput();
        QVERIFY2(job.run.exitStatus() == 0, job.story());
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(job.run.output(rank).endsWith(QString("rank %1 ends\n").arg(rank)), job.story());
        const QByteArray left = job.left();
        QVERIFY2(left.isEmpty(), left + job.story());
    }
};

DBGR_TEST(TestFaultyHosts, QCoreApplication);

} // namespace tst_faulty_hosts

#include "tst_faulty_hosts.moc"

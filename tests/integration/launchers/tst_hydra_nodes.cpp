// SPDX-License-Identifier: GPL-3.0-or-later
// Attaching to jobs of MPICH's mpiexec (hydra) whose ranks are on several nodes: of MPICH 4, or a later one (see
// CMakeLists.txt). The nodes are those of tests/cluster/node-cluster, which hydra reaches by a look-alike of ssh.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/job_processes.h"
#include "tests/support/launchers/node_cluster.h"
#include "tests/support/launchers/user_job.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QStandardPaths>
#include <QSysInfo>
#include <QtTest>

#include <csignal>

namespace tst_hydra_nodes {

using namespace dbgr::test;

namespace {

constexpr int kRanks = 4; // two on each host
const QString kAll = "0-3";
const QString kMpiexec = "mpiexec.hydra";

/// "0-1 on n1, 2-3 on n2", by the event that tells of the job.
QString placesIn(const QJsonObject& launched)
{
    QStringList places;
    for (const QJsonValue& host : launched["hosts"].toArray())
        places += host["ranks"].toString() + " on " + host["host"].toString();
    places.sort();
    return places.join(", ");
}

} // namespace

class TestHydraNodes : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (testedLauncher("mpich") == "mpich" && QStandardPaths::findExecutable(kMpiexec).isEmpty())
            return cannot("MPICH is not installed");
        if (!m_nodes.start({"n1", "n2"}))
            cannot("nodes with process numbers of their own cannot be had here (root can): " + m_nodes.error());
    }

    void ranksAreFoundOnAllNodes_data()
    {
        const QString here = QSysInfo::machineHostName();
        QTest::addColumn<QString>("hosts");
        QTest::addColumn<QString>("places");
        QTest::newRow("others only") << "n1,n2"
                                     << "0-1 on n1, 2-3 on n2";
        QTest::newRow("this one and another") << here + ",n2"
                                              << "0-1 on " + here + ", 2-3 on n2";
        QTest::newRow("another first") << "n2," + here << "0-1 on n2, 2-3 on " + here;
    }
    void ranksAreFoundOnAllNodes()
    {
        QFETCH(QString, hosts);
        QFETCH(QString, places);
        UserJob job;
        QVERIFY2(start(job, hosts), job.transcript());
        BatchRun run;
        attach(run, job);
        QCOMPARE(placesIn(run.waitForEvent("launched")), places);
        QVERIFY2(run.waitForEvent("attached")["ranks"] == kAll, run.transcript());
        for (const char* command : {"break turn", "continue", "print rank", "delete 1", "continue &"})
            run.type(command);
        QVERIFY2(run.waitForReply("print")["values"].toArray().size() == kRanks, run.transcript());
        QVERIFY2(run.events("warning").isEmpty(), run.transcript());
        run.type("detach");
        QVERIFY2(!run.waitForReply("detach").isEmpty(), run.transcript());
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(beats(job.folder(), rank), job.transcript());
        job.stop();
        run.closeInput();
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        end(job);
    }

    void someOfTheRanksAreChosen()
    {
        UserJob job;
        QVERIFY2(start(job, "n1,n2"), job.transcript());
        BatchRun run;
        run.option({"--ranks", "1-2"});
        attach(run, job);
        QVERIFY2(run.waitForEvent("attached")["ranks"] == "1-2", run.transcript());
        for (const int rank : {0, 3})
            QVERIFY2(beats(job.folder(), rank), job.transcript());
        run.closeInput();
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        end(job);
    }

    /// Each daemon finds the proxy of its own job.
    void anotherJobOfTheSameHostsIsLeftAlone()
    {
        UserJob other, job;
        QVERIFY2(start(other, "n1,n2"), other.transcript());
        QVERIFY2(start(job, "n2,n1"), job.transcript());
        BatchRun run;
        attach(run, job);
        QVERIFY2(run.waitForEvent("attached")["ranks"] == kAll, run.transcript());
        QCOMPARE(placesIn(run.events("launched").value(0)), "0-1 on n2, 2-3 on n1"); // they stand
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(beats(other.folder(), rank), other.transcript());
        run.closeInput();
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        end(job);
        end(other);
    }

    void oneDaemonsDeathIsMended()
    {
        UserJob job;
        QVERIFY2(start(job, "n1,n2"), job.transcript());
        BatchRun run;
        attach(run, job);
        QVERIFY2(run.waitForEvent("attached")["ranks"] == kAll, run.transcript());
        run.type("continue &");
        const QList<int> daemons = pidsOnNode(job.folder(), "n2", "dbgd");
        QVERIFY2(daemons.size() == 1, run.transcript());
        ::kill(daemons[0], SIGKILL);
        QVERIFY2(run.waitForEvent("lost")["ranks"] == "2-3", run.transcript());
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(beats(job.folder(), rank), run.transcript());
        run.type("reattach");
        QVERIFY2(run.waitForReply("reattach", 60000)["attached"] == "2-3", run.transcript());
        run.type("interrupt");
        run.type("print rank");
        QVERIFY2(run.waitForReply("print")["values"].toArray().size() == kRanks, run.transcript());
        run.closeInput();
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        end(job);
    }

    void theJobDoesNotNoticeThatTheDaemonsLauncherOrDbgrIsKilled_data()
    {
        QTest::addColumn<bool>("dbgr");
        QTest::newRow("their launcher") << false;
        QTest::newRow("dbgr") << true;
    }
    void theJobDoesNotNoticeThatTheDaemonsLauncherOrDbgrIsKilled()
    {
        QFETCH(bool, dbgr);
        UserJob job;
        QVERIFY2(start(job, "n1,n2"), job.transcript());
        BatchRun run;
        attach(run, job);
        QVERIFY2(run.waitForEvent("attached")["ranks"] == kAll, run.transcript());
        if (dbgr)
            ::kill(static_cast<pid_t>(run.pid()), SIGKILL);
        else
            for (const int pid : pidsOf(job.folder(), "-disable-auto-cleanup"))
                ::kill(pid, SIGKILL);
        for (int rank = 0; rank < kRanks; ++rank)
            QTRY_VERIFY2_WITH_TIMEOUT(beats(job.folder(), rank, 1000), run.transcript(), 40000);
        run.closeInput();
        QVERIFY2(run.exitStatus() == (dbgr ? 128 + SIGKILL : 0), run.transcript());
        end(job);
    }

    /// The others are debugged; which are not, and why, is said.
    void aNodeThatCannotBeReachedIsSaid_data()
    {
        QTest::addColumn<bool>("someHere");
        QTest::newRow("ranks here, too") << true;
        QTest::newRow("none here") << false;
    }
    void aNodeThatCannotBeReachedIsSaid()
    {
        QFETCH(bool, someHere);
        UserJob job;
        const QString way = job.folder() + "/way"; // that is closed when the job runs
        writeScript(way, "#!/bin/sh\nexec '" + m_nodes.rsh().toLocal8Bit() + "' \"$@\"\n");
        QVERIFY2(start(job, someHere ? QSysInfo::machineHostName() + ",n2" : "n1,n2", way), job.transcript());
        QVERIFY(QFile::remove(way));
        writeScript(way, "#!/bin/sh\necho 'no way today' >&2\nexit 255\n");
        BatchRun run;
        attach(run, job);
        if (someHere) {
            QVERIFY2(run.waitForEvent("attached", 60000)["ranks"] == "0-1", run.transcript());
            const QString words = run.events("warning").value(0)["detail"].toString();
            QVERIFY2(words.contains("2 of the job's 4 ranks") && words.contains("no way today"), run.transcript());
        } else {
            const QString words = run.waitForEvent("error", 60000)["detail"].toString();
            QVERIFY2(words.contains("none of its ranks") && words.contains("no way today"), run.transcript());
        }
        for (const int rank : {2, 3})
            QVERIFY2(beats(job.folder(), rank), job.transcript());
        run.closeInput();
        QVERIFY2(run.exitStatus() == (someHere ? 0 : 121), run.transcript());
        end(job);
    }

private:
    static void cannot(const QByteArray& why)
    {
        if (!qEnvironmentVariableIsEmpty("DBGR_REQUIRE"))
            QFAIL((why + ", and DBGR_REQUIRE is set").constData());
        QSKIP(why.constData());
    }

    /// Whether its ranks turn.
    [[nodiscard]] bool start(UserJob& job, const QString& hosts, const QString& way = {}) const
    {
        job.environment().insert("UCX_TLS", "self,tcp"); // it takes nodes of one kernel for one node
        job.environment().insert("UCX_NET_DEVICES", "lo");
        job.start({kMpiexec, "-launcher", "ssh", "-launcher-exec", way.isEmpty() ? m_nodes.rsh() : way, "-hosts", hosts,
                   "-ppn", "2", "-n", QString::number(kRanks),
                   builtProgram("debuggees/launcher_rank_" + testedLauncher("mpich")), "120", job.folder()});
        return job.turns(kRanks);
    }
    static void attach(BatchRun& run, const UserJob& job)
    {
        run.option({"--attach", QString::number(job.launcherPid())});
        run.startCommand({});
    }
    /// As it would have without us; and nothing of us is left on any node.
    static void end(UserJob& job)
    {
        job.stop();
        QVERIFY2(job.exitStatus() == 0, job.transcript());
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(job.standardOutput().contains("rank " + QByteArray::number(rank) + " ends\n"), job.transcript());
        QVERIFY2(allGone(job.folder(), 40000), job.transcript());
    }

    NodeCluster m_nodes;
};

DBGR_TEST(TestHydraNodes, QCoreApplication);

} // namespace tst_hydra_nodes

#include "tst_hydra_nodes.moc"

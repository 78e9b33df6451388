// SPDX-License-Identifier: GPL-3.0-or-later
// A job on two nodes of which one goes wrong. The nodes are this one, under two names: prterun starts its daemons
// through a look-alike of ssh that gives each a host name of its own (unshare --uts).
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/job_processes.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QtTest>

#include <csignal>
#include <unistd.h>

namespace tst_two_nodes {

using namespace dbgr::test;

namespace {

constexpr int kRanks = 4;
const QString kRanksOfSecond = "2-3";
const QString kUnshare = ::geteuid() == 0 ? "unshare --uts" : "unshare --map-root-user --uts";

/// What is started on a host, and where it notes that host's namespace.
QByteArray sshLookAlike(const QString& folder)
{
    return QString(R"(#!/bin/sh
while [ "${1#-}" != "$1" ]; do shift; done
host=$1
shift
exec %1 sh -c 'hostname "$1"; readlink /proc/self/ns/uts >"%2/uts.$1"; shift; exec sh -c "$*"' sh "$host" "$@"
)")
        .arg(kUnshare, folder)
        .toUtf8();
}

QString namespaceOf(int pid)
{
    char text[64] = {};
    const QByteArray path = "/proc/" + QByteArray::number(pid) + "/ns/uts";
    return ::readlink(path.constData(), text, sizeof text - 1) > 0 ? QString(text) : QString();
}

/// The run's processes on that host whose program has this name; "" all.
QList<int> processesOn(const QString& folder, const QString& host, const QString& program = {})
{
    QFile file(folder + "/uts." + host);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QString wanted = QString(file.readAll()).trimmed();
    QList<int> pids;
    for (const JobProcess& process : processesOf(folder))
        if (namespaceOf(process.pid) == wanted &&
            (program.isEmpty() || QFileInfo(process.command.section(' ', 0, 0)).fileName() == program))
            pids += process.pid;
    return pids;
}

} // namespace

class TestTwoNodes : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (QProcess::execute("sh", {"-c", kUnshare + " hostname n1"}) == 0)
            return;
        if (!qEnvironmentVariableIsEmpty("DBGR_REQUIRE"))
            QFAIL("host names of their own cannot be had here, and DBGR_REQUIRE is set");
        QSKIP("host names of their own cannot be had here (unshare --uts)");
    }

    /// Nor is its end taken for the job's.
    void oneDaemonsDeathLeavesTheOthersAndTheJob()
    {
        BatchRun run;
        QVERIFY2(start(run), run.transcript());
        run.type("continue &");
        const QList<int> daemons = processesOn(run.folder(), "n2", "dbgd");
        QVERIFY2(daemons.size() == 1, run.transcript());
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(beats(run.folder(), rank), run.transcript());
        ::kill(daemons[0], SIGKILL);
        const QJsonObject lost = run.waitForEvent("lost");
        QVERIFY2(lost["ranks"] == kRanksOfSecond && lost["host"] == "n2", run.transcript());
        run.type("focus 0-1");
        run.type("interrupt");
        QVERIFY2(run.waitForReply("interrupt")["stopped"] == "0-1", run.transcript());
        run.type("continue &");
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(beats(run.folder(), rank), run.transcript());
        QVERIFY2(run.events("lost").size() == 1, run.transcript());
        endWell(run);
    }

    /// What the other node says is there, whoever of the slow one does not answer; and nothing is lost by that.
    void aSlowNodeIsNotWaitedForAfterCtrlC_data()
    {
        QTest::addColumn<QString>("slow");
        QTest::newRow("its engine") << "dbgd-engine";
        QTest::newRow("its daemon") << "dbgd";
    }
    void aSlowNodeIsNotWaitedForAfterCtrlC()
    {
        QFETCH(QString, slow);
        BatchRun run;
        QVERIFY2(start(run), run.transcript());
        const QList<int> pids = processesOn(run.folder(), "n2", slow);
        QVERIFY2(pids.size() == 1, run.transcript());
        const auto ranksIn = [](const QJsonObject& reply) {
            QStringList ranks;
            for (const QJsonValue& root : reply["stacks"].toArray())
                ranks += root.toObject()["ranks"].toString();
            return ranks.join(' ');
        };
        ::kill(pids[0], SIGSTOP);
        run.type("stacks");
        QTest::qWait(1000);
        QVERIFY2(run.replies("stacks").isEmpty(), run.transcript());
        ::kill(static_cast<pid_t>(run.pid()), SIGINT);
        const QJsonObject some = run.waitForReply("stacks", 10000); // the limit is two minutes
        QVERIFY2(ranksIn(some) == "0-1", run.transcript());
        QVERIFY2(QJsonDocument(some).toJson().contains("cancelled"), run.transcript());
        ::kill(pids[0], SIGCONT);
        run.type("stacks");
        const QJsonObject all = run.waitForReply("stacks");
        QVERIFY2(ranksIn(all) == "0-3", run.transcript());
        run.type("continue &");
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(beats(run.folder(), rank), run.transcript());
        endWell(run);
    }

    void everyDaemonsDeathLeavesTheJobItsStatus()
    {
        BatchRun run;
        QVERIFY2(start(run), run.transcript());
        run.type("continue &");
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(beats(run.folder(), rank), run.transcript());
        for (const char* host : {"n1", "n2"})
            for (const int pid : processesOn(run.folder(), host, "dbgd"))
                ::kill(pid, SIGKILL);
        QVERIFY2(!run.waitForEvent("lost").isEmpty(), run.transcript());
        endWell(run);
    }

    /// OpenPMIx 6 cuts names at their first dot: none that we, or a launcher of ours, make up has one.
    void aHostNameWithDotsPutsNoneIntoNames_data()
    {
        QTest::addColumn<QString>("launcher");
        QTest::newRow("mpiexec") << "mpiexec";
        QTest::newRow("dbgrun") << "dbgrun";
    }
    void aHostNameWithDotsPutsNoneIntoNames()
    {
        QFETCH(QString, launcher);
        BatchRun run;
        const QString program = run.folder() + "/dbgr";
        writeScript(program,
                    QString("#!/bin/sh\nexec %1 sh -c 'hostname node1.site.org; exec \"$0\" \"$@\"' %2 \"$@\"\n")
                        .arg(kUnshare, builtProgram("dbgr"))
                        .toUtf8());
        run.program(program).commands({"break turn", "continue", "delete 1", "detach"});
        run.startCommand({launcher, "-n", "2", builtProgram("debuggees/mpi_spin"), "60", run.folder()});
        const QString name = run.waitForEvent("launched")["nspace"].toString();
        QVERIFY2(name.contains("node1") && !name.contains('.'), run.transcript());
        QVERIFY2(run.waitForEvent("attached", 60000)["ranks"] == "0-1", run.transcript());
        QVERIFY2(!run.waitForReply("detach").isEmpty(), run.transcript());
        QVERIFY(QFile(run.folder() + "/stop").open(QIODevice::WriteOnly));
        run.closeInput();
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(allGone(run.folder()), run.transcript());
    }

    /// As when its power fails: all connections are cut, or nothing is heard any more of any process on it.
    void aHostThatIsGoneIsNamedAndNotTakenForAnEnd_data()
    {
        QTest::addColumn<bool>("silent");
        QTest::newRow("cut off") << false;
        QTest::newRow("silent") << true;
    }
    void aHostThatIsGoneIsNamedAndNotTakenForAnEnd()
    {
        QFETCH(bool, silent);
        BatchRun run;
        QVERIFY2(start(run), run.transcript());
        run.type("continue &");
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(beats(run.folder(), rank), run.transcript());
        const QList<int> all = processesOn(run.folder(), "n2");
        for (const int pid : all)
            ::kill(pid, silent ? SIGSTOP : SIGKILL);
        for (const int pid : processesOn(run.folder(), "n2", "ld-linux-x86-64.so.2")) // prted: the launcher hears of it
            ::kill(pid, SIGKILL);
        // PRRTE 3 ends without a word on its job; PRRTE 5 says which rank was lost first.
        const bool isTold = testedLauncher("openmpi5") == "openmpi6";
        if (!isTold) {
            const QJsonObject error = run.waitForEvent("error", 60000);
            QVERIFY2(error["detail"].toString().contains("n2 (ranks 2-3)"), run.transcript());
        }
        const QJsonObject ended = run.waitForEvent("ended", 60000);
        QVERIFY2(!ended.isEmpty() && ended.contains("status") == isTold, run.transcript());
        QVERIFY2(!isTold || (ended["status"].toInt() > 0 && ended["first_failed"].toInt() >= 2), run.transcript());
        for (const QJsonObject& exited : run.events("exited"))
            QVERIFY2(!exited["ranks"].toString().contains(QRegularExpression("[23]")), run.transcript());
        run.closeInput();
        QVERIFY2(run.exitStatus() == (isTold ? ended["status"].toInt() : 124), run.transcript());
        for (const int pid : all) // the host comes back
            ::kill(pid, SIGKILL);
        QVERIFY2(allGone(run.folder()), run.transcript());
    }

private:
    /// The job ends by itself, with its own status.
    static void endWell(BatchRun& run)
    {
        QVERIFY(QFile(run.folder() + "/stop").open(QIODevice::WriteOnly));
        QVERIFY2(run.waitForEvent("ended")["status"] == 0, run.transcript());
        run.closeInput();
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(allGone(run.folder()), run.transcript());
    }
    /// \return whether the job is attached to
    [[nodiscard]] static bool start(BatchRun& run)
    {
        const QString agent = run.folder() + "/rsh";
        writeScript(agent, sshLookAlike(run.folder()));
        run.environment("PRTE_MCA_plm_ssh_agent", agent);
        run.environment("PRTE_MCA_prte_launch_agent", openMpiBin() + "/prted");
        run.startCommand({"mpiexec", "--bind-to", "none", "--host", "n1:2,n2:2", "-n", QString::number(kRanks),
                          builtProgram("debuggees/mpi_spin"), "60", run.folder()});
        return !run.waitForEvent("attached", 60000).isEmpty();
    }
};

DBGR_TEST(TestTwoNodes, QCoreApplication);

} // namespace tst_two_nodes

#include "tst_two_nodes.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs on nodes that do not see dbgr, with and without --push-daemons: on hosts with a network, a /tmp and process
// numbers of their own (tests/cluster/node-cluster), and on nodes of Slurm. Nothing of what was brought there is left,
// whoever is killed.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/job_environment.h"
#include "tests/support/batch/job_processes.h"
#include "tests/support/launchers/node_cluster.h"
#include "tests/support/launchers/slurm_cluster.h"
#include "tests/support/run/test_class.h"

#include <QDir>
#include <QJsonArray>
#include <QtTest>

#include <csignal>
#include <unistd.h>

namespace tst_pushed_daemons {

using namespace dbgr::test;

namespace {

constexpr int kRanks = 4; // two on each of two hosts
const QByteArray kOtherSources = "0123456789abcdef";

enum class Push
{
    No,
    Yes,
};
enum class Dbgr
{
    OnHead,
    Everywhere,
};

/// Folders of daemons that were brought to a node.
QStringList pushedIn(const QString& folder)
{
    return QDir(folder).entryList({"dbgr-pushed.*"}, QDir::AllEntries | QDir::Hidden);
}

/// Processes that run one of the daemons' programs out of such a folder: on nodes of this machine all can be seen.
QList<int> pushedProcesses(const QString& name)
{
    QList<int> pids;
    for (const QString& pid : QDir("/proc").entryList(QDir::Dirs)) {
        const QString program = QFile::symLinkTarget("/proc/" + pid + "/exe");
        if (program.contains("/dbgr-pushed.") && program.endsWith("/bin/" + name))
            pids += pid.toInt();
    }
    return pids;
}

} // namespace

class TestPushedDaemons : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_cache.isValid());
        if (::geteuid() == 0)
            return;
        if (!qEnvironmentVariableIsEmpty("DBGR_REQUIRE"))
            QFAIL("hosts that do not see a folder need root, and DBGR_REQUIRE is set");
        QSKIP("hosts that do not see a folder need root");
    }

    void aJobIsDebuggedOnHostsWithoutDbgr_data()
    {
        QTest::addColumn<QString>("launcher");
        for (const char* launcher : {"openmpi5", "openmpi4"})
            QTest::newRow(launcher) << launcher;
    }
    void aJobIsDebuggedOnHostsWithoutDbgr()
    {
        QFETCH(QString, launcher);
        BatchRun run;
        NodeCluster nodes;
        QVERIFY2(startJob(run, nodes, launcher, Push::Yes), nodes.error() + run.transcript());
        QVERIFY2(run.waitForEvent("attached", 180000)["ranks"] == "0-3", run.transcript());
        QCOMPARE(pushedProcesses("dbgd").size(), 2);
        QVERIFY(pushedProcesses("dbgd-keeper").size() >= 2); // each with its undertaker
        QCOMPARE(pushedProcesses("dbgd-engine").size(), 2);
        for (const int pid : pushedProcesses("dbgd-engine")) // nor does it have libraries of the node
            for (const QByteArray& line : linesOf(QString("/proc/%1/maps").arg(pid)))
                QVERIFY2(!line.contains("/liblldb") || line.contains("/dbgr-pushed."), line);
        for (const char* command : {"break turn", "continue", "next", "print rank", "delete 1", "continue &"})
            run.type(command);
        QVERIFY2(run.waitForReply("next", 60000)["stopped"] == "0-3", run.transcript());
        const QJsonArray values = run.waitForReply("print")["values"].toArray();
        QVERIFY2(values.size() == kRanks, run.transcript());
        for (const QJsonValue& value : values)
            QVERIFY2(value["value"] == value["ranks"], run.transcript());
        QVERIFY(QFile(run.folder() + "/stop").open(QIODevice::WriteOnly));
        QVERIFY2(run.waitForEvent("ended", 60000)["status"] == 0, run.transcript());
        run.closeInput();
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(run.events("warning").isEmpty(), run.transcript());
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(run.output(rank).contains(QString("rank %1 ends\n").arg(rank)), run.transcript());
        checkNothingIsLeft(run, nodes);
    }

    void nothingIsLeftWhoeverIsKilled_data()
    {
        QTest::addColumn<QString>("launcher");
        QTest::addColumn<QString>("who");
        for (const char* launcher : {"openmpi5", "openmpi4"})
            for (const char* who : {"dbgr", "the launcher", "dbgd", "all daemons and their shells"})
                QTest::addRow("%s of %s", who, launcher) << launcher << who;
    }
    void nothingIsLeftWhoeverIsKilled()
    {
        QFETCH(QString, launcher);
        QFETCH(QString, who);
        BatchRun run;
        NodeCluster nodes;
        QVERIFY2(startJob(run, nodes, launcher, Push::Yes), nodes.error() + run.transcript());
        QVERIFY2(run.waitForEvent("attached", 180000)["ranks"] == "0-3", run.transcript());
        run.type("continue &");
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(beats(run.folder(), rank), run.transcript());
        if (who == "dbgr") {
            ::kill(static_cast<pid_t>(run.pid()), SIGKILL);
        } else if (who == "the launcher") {
            const int pid = run.events("launcher").value(0)["pid"].toInt();
            QVERIFY2(pid > 1, run.transcript());
            ::kill(pid, SIGKILL);
        } else {
            for (const int pid : pushedProcesses("dbgd")) {
                const pid_t group = who == "dbgd" ? 0 : ::getpgid(pid);
                ::kill(group > 1 ? -group : pid, SIGKILL);
            }
            for (int rank = 0; rank < kRanks; ++rank)
                QVERIFY2(beats(run.folder(), rank), run.transcript()); // they are not its
        }
        QVERIFY(QFile(run.folder() + "/stop").open(QIODevice::WriteOnly));
        run.closeInput();
        QVERIFY2(run.exitStatus(60000) >= 0, run.transcript());
        checkNothingIsLeft(run, nodes);
    }

    void withoutItIsToldWhatIsMissing_data() { aJobIsDebuggedOnHostsWithoutDbgr_data(); }
    void withoutItIsToldWhatIsMissing()
    {
        QFETCH(QString, launcher);
        BatchRun run;
        NodeCluster nodes;
        QVERIFY2(startJob(run, nodes, launcher, Push::No), nodes.error() + run.transcript());
        run.closeInput();
        QVERIFY2(run.exitStatus(60000) == 121, run.transcript());
        const QByteArray said = run.transcript();
        QVERIFY2(said.contains("--push-daemons") && said.contains("/bin/dbgd"), said);
        checkNothingIsLeft(run, nodes);
    }

    void aNodeThatHasNoRoomIsNamed_data() { aJobIsDebuggedOnHostsWithoutDbgr_data(); }
    void aNodeThatHasNoRoomIsNamed()
    {
        QFETCH(QString, launcher);
        BatchRun run;
        NodeCluster nodes;
        QVERIFY2(startJob(run, nodes, launcher, Push::Yes, "mount -o remount,size=16m /tmp"),
                 nodes.error() + run.transcript());
        run.closeInput();
        QVERIFY2(run.exitStatus(180000) == 121, run.transcript());
        const QByteArray said = run.transcript();
        QVERIFY2(said.contains("bringing dbgr's daemons to the nodes: dbgr on h2: there is no room"), said);
        checkNothingIsLeft(run, nodes);
    }

    /// A real one, but for its version, at dbgd's path on one of two hosts.
    void aDaemonOfAnotherReleaseIsToldOf_data() { aJobIsDebuggedOnHostsWithoutDbgr_data(); }
    void aDaemonOfAnotherReleaseIsToldOf()
    {
        QFETCH(QString, launcher);
        const QByteArray other = "dbgd " + QByteArray(sizeof DBGR_VERSION - 1, '9');
        BatchRun run;
        NodeCluster nodes;
        QVERIFY(writeDaemon(run.folder() + "/dbgd", "dbgd " DBGR_VERSION, other));
        QVERIFY2(startJob(run, nodes, launcher, Push::No, mountDaemonOf(run), Dbgr::Everywhere),
                 nodes.error() + run.transcript());
        const QString words = onlyWarning(run);
        QVERIFY2(words.contains(other + " on h2") && words.contains("release than this dbgr " DBGR_VERSION),
                 run.transcript());
        debugToTheEnd(run, nodes);
    }

    /// A real one of this version, which says that it is made of other sources.
    void aDaemonOfAnotherBuildIsToldOf_data() { aJobIsDebuggedOnHostsWithoutDbgr_data(); }
    void aDaemonOfAnotherBuildIsToldOf()
    {
        QFETCH(QString, launcher);
        BatchRun run;
        NodeCluster nodes;
        QVERIFY(writeDaemon(run.folder() + "/dbgd", ownSources(), kOtherSources));
        QVERIFY2(startJob(run, nodes, launcher, Push::No, mountDaemonOf(run), Dbgr::Everywhere),
                 nodes.error() + run.transcript());
        const QString words = onlyWarning(run);
        QVERIFY2(words.startsWith("dbgd " DBGR_VERSION " on h2 is made of other sources than this dbgr " DBGR_VERSION),
                 run.transcript());
        debugToTheEnd(run, nodes);
    }

    /// The daemons of another build, brought from its folder: told once, for both hosts.
    void pushedDaemonsOfAnotherBuildAreToldOf_data() { aJobIsDebuggedOnHostsWithoutDbgr_data(); }
    void pushedDaemonsOfAnotherBuildAreToldOf()
    {
        QFETCH(QString, launcher);
        BatchRun run;
        NodeCluster nodes;
        const QString folder = run.folder() + "/other";
        QVERIFY(QDir().mkpath(folder));
        const QFileInfo own(builtProgram("dbgd"));
        for (const QString& name : own.dir().entryList({"dbgd-*"}, QDir::Files))
            QVERIFY(QFile::link(own.dir().filePath(name), folder + '/' + name));
        QVERIFY(writeDaemon(folder + "/dbgd", ownSources(), kOtherSources));
        run.environment("DBGR_DBGD", folder + "/dbgd");
        QVERIFY2(startJob(run, nodes, launcher, Push::Yes), nodes.error() + run.transcript());
        const QString words = onlyWarning(run);
        QVERIFY2(words.contains(" is made of other sources than this dbgr " DBGR_VERSION), run.transcript());
        QCOMPARE(pushedProcesses("dbgd").size(), 2);
        debugToTheEnd(run, nodes);
    }

    void tasksOfSlurmAreDebuggedOnNodesWithoutDbgr()
    {
        SlurmCluster cluster;
        QVERIFY2(cluster.start(2, QFileInfo(builtProgram("dbgd")).path()), cluster.error());
        BatchRun run;
        const QString program = visibleProgram(run, "launcher_rank_plain");
        const QString scratch = run.folder() + "/scratch";
        QVERIFY(QDir().mkpath(scratch));
        run.environment("SLURM_CONF", cluster.configuration());
        run.environment("XDG_CACHE_HOME", m_cache.path());
        run.environment("TMPDIR", scratch);
        run.option({"--push-daemons"});
        run.startCommand({"srun", "--mpi=none", "-N", "2", "-n", "4", program, "120", run.folder()});
        QVERIFY2(run.waitForEvent("attached", 180000)["ranks"] == "0-3", run.transcript());
        QCOMPARE(pushedIn(scratch).size(), 2);
        QCOMPARE(pushedProcesses("dbgd").size(), 2);
        for (const char* command : {"break turn", "continue", "print rank", "delete 1", "continue &"})
            run.type(command);
        QVERIFY2(run.waitForReply("print", 60000)["values"].toArray().size() == kRanks, run.transcript());
        QVERIFY(QFile(run.folder() + "/stop").open(QIODevice::WriteOnly));
        QVERIFY2(run.waitForEvent("ended", 60000)["status"] == 0, run.transcript());
        run.closeInput();
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QTRY_VERIFY2(pushedIn(scratch).isEmpty(), filesIn(scratch) + run.transcript());
        QTRY_VERIFY(pushedProcesses("dbgd").isEmpty());
    }

private:
    /// util::sourceId() of the programs that are tested, as they tell it.
    static QByteArray ownSources()
    {
        QProcess dbgd;
        dbgd.start(builtProgram("dbgd"), {"--version", "--verbose"});
        dbgd.waitForFinished();
        for (const QByteArray& line : dbgd.readAll().split('\n'))
            if (line.startsWith("sources: "))
                return line.mid(9);
        return {};
    }

    /// dbgd with other words in it, of the same length.
    static bool writeDaemon(const QString& path, const QByteArray& words, const QByteArray& others)
    {
        QFile file(builtProgram("dbgd"));
        if (words.isEmpty() || others.size() != words.size() || !file.open(QIODevice::ReadOnly))
            return false;
        QByteArray program = file.readAll();
        const bool has = program.contains(words);
        writeScript(path, program.replace(words, others));
        return has;
    }

    static QString mountDaemonOf(const BatchRun& run)
    {
        return "mount --bind " + run.folder() + "/dbgd " + builtProgram("dbgd");
    }

    /// Of a job whose ranks are all attached to: its words, or "" if there is another one.
    static QString onlyWarning(BatchRun& run)
    {
        const bool attached = run.waitForEvent("attached", 180000)["ranks"] == "0-3";
        const auto warnings = run.events("warning");
        const bool advised = warnings.size() == 1 && !warnings.constFirst()["advice"].toString().isEmpty();
        return attached && advised ? warnings.constFirst()["detail"].toString() : QString();
    }

    static void debugToTheEnd(BatchRun& run, NodeCluster& nodes)
    {
        for (const char* command : {"break turn", "continue", "print rank", "delete 1", "continue &"})
            run.type(command);
        QVERIFY2(run.waitForReply("print", 60000)["values"].toArray().size() == kRanks, run.transcript());
        QVERIFY(QFile(run.folder() + "/stop").open(QIODevice::WriteOnly));
        QVERIFY2(run.waitForEvent("ended", 60000)["status"] == 0, run.transcript());
        run.closeInput();
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QCOMPARE(run.events("warning").size(), 1);
        checkNothingIsLeft(run, nodes);
    }

    static QList<QByteArray> linesOf(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll().split('\n') : QList<QByteArray>();
    }

    static QByteArray filesIn(const QString& folder)
    {
        QProcess find;
        find.start("find", {folder});
        find.waitForFinished();
        return find.readAll();
    }

    /// A copy that nodes see.
    static QString visibleProgram(const BatchRun& run, const QString& name)
    {
        const QString copy = run.folder() + '/' + name;
        return QFile::copy(builtProgram("debuggees/" + name), copy) ? copy : QString();
    }

    /// \param before what is done on h2
    bool startJob(BatchRun& run, NodeCluster& nodes, const QString& launcher, Push push, const QString& before = {},
                  Dbgr where = Dbgr::OnHead)
    {
        const QStringList hidden{"--hide", QFileInfo(builtProgram("dbgd")).path()};
        if (!nodes.startWithNetwork({"h1", "h2"}, run.folder(), where == Dbgr::OnHead ? hidden : QStringList()))
            return false;
        if (!before.isEmpty() && !onHost(nodes, "h2", before).isEmpty())
            return false;
        const QString program = run.folder() + "/dbgr";
        writeScript(
            program,
            ("#!/bin/sh\nexec " + nodes.onHead().join(' ') + " '" + builtProgram("dbgr") + "' \"$@\"\n").toLocal8Bit());
        run.program(program);
        run.environment("XDG_CACHE_HOME", m_cache.path());
        run.environment("PRTE_MCA_plm_ssh_agent", nodes.rsh());
        run.environment("PRTE_MCA_prte_launch_agent", openMpi5Bin() + "/prted");
        run.environment("OMPI_MCA_plm_rsh_agent", nodes.rsh());
        run.environment("OMPI_MCA_mpi_yield_when_idle", "1");
        run.environment("OMPI_MCA_btl", "self,tcp"); // the ranks of a host share no memory with those of another
        run.environment("UCX_TLS", "self,tcp");
        run.environment("UCX_NET_DEVICES", "eth0");
        if (push == Push::Yes)
            run.option({"--push-daemons"});
        run.startCommand({launcher == "openmpi4" ? "mpirun.openmpi" : "mpiexec", "--bind-to", "none", "--host",
                          "h1:2,h2:2", "-n", QString::number(kRanks), visibleProgram(run, "launcher_rank_" + launcher),
                          "120", run.folder()});
        return true;
    }

    static QByteArray onHost(const NodeCluster& nodes, const QString& host, const QString& command)
    {
        QProcess rsh;
        rsh.setProcessChannelMode(QProcess::MergedChannels);
        rsh.start(nodes.rsh(), {host, command});
        rsh.waitForFinished();
        return rsh.readAll().trimmed();
    }

    static void checkNothingIsLeft(BatchRun& run, NodeCluster& nodes)
    {
        const QByteArray left = nodes.leftAfter();
        QVERIFY2(left.isEmpty(), left + run.transcript());
        for (const char* host : {"h1", "h2"}) {
            const QByteArray files =
                onHost(nodes, host, "ls -d /tmp/dbgr-pushed* /var/tmp/dbgr-pushed* /dev/shm/dbgr-pushed* 2>/dev/null");
            QVERIFY2(files.isEmpty(), host + (": " + files));
        }
    }

    QTemporaryDir m_cache; ///< the daemons are packed once
};

DBGR_TEST(TestPushedDaemons, QCoreApplication);

} // namespace tst_pushed_daemons

#include "tst_pushed_daemons.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// What dbgr can do with jobs on hosts that have a network, /tmp and process numbers of their own, from a host that has
// no ranks. Functions are named after the capabilities in docs/manual/launchers.md; after each, nothing is left
// anywhere.
#include "tests/support/batch/job_processes.h"
#include "tests/support/launchers/hosts_job.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QtTest>

#include <csignal>
#include <unistd.h>

namespace tst_several_hosts {

using namespace dbgr::test;

class TestSeveralHosts : public QObject
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

    void launchHeld_data() { HostsJob::addLauncherRows(); }
    void launchHeld()
    {
        QFETCH(QString, launcher);
        HostsJob job(launcher);
        QVERIFY2(job.launchHeld(), job.story());
        QCOMPARE(job.run.events("held").value(0)["ranks"].toString(), QString("0-3"));
        const QJsonArray hosts = job.run.events("launched").value(0)["hosts"].toArray();
        QCOMPARE(hosts.size(), 2);
        for (const QJsonValue& host : hosts)
            QCOMPARE(host["ranks"].toString(), host["host"] == "h1" ? "0-1" : "2-3");
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(!QFile::exists(job.run.folder() + "/pid." + QString::number(rank)), "a rank has run");
        job.run.closeInput(); // which ends a job that is held
        QVERIFY2(job.run.exitStatus() >= 0, job.story());
        checkNothingIsLeft(job);
    }

    void breakStepStacksAndValues_data() { HostsJob::addLauncherRows(); }
    void breakStepStacksAndValues()
    {
        QFETCH(QString, launcher);
        HostsJob job(launcher);
        QVERIFY2(job.launchHeld(), job.story());
        for (const char* command : {"break turn", "continue", "next", "stacks", "print rank", "delete 1", "continue &"})
            job.run.type(command);
        QVERIFY2(job.run.waitForReply("next", 60000)["stopped"] == "0-3", job.story());
        const QJsonArray stacks = job.run.waitForReply("stacks")["stacks"].toArray();
        QVERIFY2(!stacks.isEmpty() && stacks[0]["ranks"] == "0-3", job.story());
        const QJsonArray values = job.run.waitForReply("print")["values"].toArray();
        QVERIFY2(values.size() == kRanks, job.story());
        for (const QJsonValue& value : values)
            QVERIFY2(value["value"] == value["ranks"], job.story());
        QVERIFY2(job.turns(), job.story());
        endsWell(job);
    }

    void outputAndEnd_data() { HostsJob::addLauncherRows(); }
    void outputAndEnd()
    {
        QFETCH(QString, launcher);
        HostsJob job(launcher);
        QVERIFY2(job.launchRunning(), job.story());
        endsWell(job);
        for (int rank = 0; rank < kRanks; ++rank) {
            QVERIFY2(job.run.output(rank).startsWith(QString("rank %1 of 4 begins\n").arg(rank)), job.story());
            QVERIFY2(job.run.output(rank, "stderr") == QString("rank %1 complains\n").arg(rank), job.story());
        }
    }

    /// Rank 0 is not on the launcher's host; of Open MPI 4 it alone has an input, of Slurm all have the same.
    void standardInput_data() { HostsJob::addLauncherRows(); }
    void standardInput()
    {
        QFETCH(QString, launcher);
        HostsJob job(launcher);
        QVERIFY2(job.launchHeld({"read"}), job.story());
        QStringList readers{"0", "1", "2", "3"};
        if (launcher == "openmpi4")
            readers = QStringList{"0"};
        if (launcher == "slurm")
            readers = QStringList{"all"};
        const QString line = QString("0123456789").repeated(100);
        job.run.type("continue &");
        for (const QString& reader : readers) {
            job.run.type(QString("input %1 first of %1").arg(reader));
            job.run.type(QString("input %1 %1%2").arg(reader, line));
        }
        for (const QString& reader : readers)
            job.run.type("eof " + reader);
        QVERIFY2(!job.run.waitForReply("eof")["ranks"].toString().isEmpty(), job.story());
        endsWell(job);
        QVERIFY2(job.run.events("error").isEmpty(), job.story());
        for (int rank = 0; rank < kRanks; ++rank) {
            const QString reader = readers.contains("all") ? "all" : QString::number(rank);
            const QString read =
                QString("rank %1 read: first of %2\nrank %1 read: %2%3\n").arg(QString::number(rank), reader, line);
            QVERIFY2(!readers.contains(reader) || job.run.output(rank).contains(read), job.story());
        }
    }

    void attachAndDetach_data() { HostsJob::addAttachRows(); }
    void attachAndDetach()
    {
        QFETCH(QString, launcher);
        HostsJob job(launcher);
        QVERIFY2(job.userStarts(), job.story());
        BatchRun run;
        QVERIFY2(job.attach(run), run.transcript() + job.story());
        for (const char* command : {"stacks", "print rank", "detach"})
            run.type(command);
        QVERIFY2(!run.waitForReply("stacks")["stacks"].toArray().isEmpty(), run.transcript());
        QVERIFY2(!run.waitForReply("detach").isEmpty(), run.transcript());
        QVERIFY2(job.turns(), job.story());
        userJobEndsWell(job);
        run.closeInput();
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        checkNothingIsLeft(job);
    }

    void attachTwice_data() { HostsJob::addAttachRows(); }
    void attachTwice()
    {
        QFETCH(QString, launcher);
        HostsJob job(launcher);
        QVERIFY2(job.userStarts(), job.story());
        for (int time = 0; time < 2; ++time) {
            BatchRun run;
            QVERIFY2(job.attach(run), run.transcript() + job.story());
            run.closeInput();
            QVERIFY2(run.exitStatus() == 0, run.transcript());
            QVERIFY2(job.turns(), job.story());
        }
        userJobEndsWell(job);
        checkNothingIsLeft(job);
    }

    void debuggerKilled_data() { HostsJob::addLauncherRows(); }
    void debuggerKilled()
    {
        QFETCH(QString, launcher);
        HostsJob job(launcher);
        QVERIFY2(job.launchRunning(), job.story());
        QVERIFY(!job.nodes.leftAfter(0).isEmpty()); // it sees what runs
        ::kill(static_cast<pid_t>(job.run.pid()), SIGKILL);
        QVERIFY2(job.run.exitStatus(5000) == 128 + SIGKILL, job.story());
        QVERIFY2(job.turns(), job.story());
        job.letEnd();
        checkNothingIsLeft(job);
    }

    void launcherKilled_data() { HostsJob::addLauncherRows(); }
    void launcherKilled()
    {
        QFETCH(QString, launcher);
        HostsJob job(launcher);
        QVERIFY2(job.launchRunning(), job.story());
        const int pid = job.run.events("launcher").value(0)["pid"].toInt();
        QVERIFY2(pid > 1, job.story());
        ::kill(pid, SIGKILL);
        job.run.closeInput();
        QVERIFY2(job.run.exitStatus() > 0, job.story());
        const QByteArray left = job.nodes.leftAfter(); // files of its own it leaves
        QVERIFY2(left.isEmpty(), left + job.story());
    }

private:
    static void checkNothingIsLeft(HostsJob& job)
    {
        const QByteArray left = job.left();
        QVERIFY2(left.isEmpty(), left + job.story());
    }

    static void endsWell(HostsJob& job)
    {
        job.letEnd();
        QVERIFY2(job.run.waitForEvent("ended", 60000)["status"] == 0, job.story());
        job.run.closeInput();
        QVERIFY2(job.run.exitStatus() == 0, job.story());
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(job.run.output(rank).endsWith(QString("rank %1 ends\n").arg(rank)), job.story());
        checkNothingIsLeft(job);
    }

    static void userJobEndsWell(HostsJob& job)
    {
        job.letEnd();
        QVERIFY2(job.user.exitStatus() == 0, job.story());
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(job.user.standardOutput().contains(QString("rank %1 ends\n").arg(rank).toLatin1()), job.story());
    }
};

DBGR_TEST(TestSeveralHosts, QCoreApplication);

} // namespace tst_several_hosts

#include "tst_several_hosts.moc"

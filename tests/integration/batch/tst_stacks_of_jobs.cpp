// SPDX-License-Identifier: GPL-3.0-or-later
// `dbgr --stacks` of jobs that a user started without dbgr: all threads are told, in every form, once and again; and
// the job goes on as if nothing had been, to its own end.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/job_environment.h"
#include "tests/support/launchers/user_job.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QXmlStreamReader>
#include <QtTest>

#include <csignal>

namespace tst_stacks_of_jobs {

using namespace dbgr::test;

namespace {

constexpr int kRanks = 3;

struct Said
{
    int status = -1;
    QByteArray out;
    QByteArray errors;
};

Said ask(const QProcessEnvironment& environment, const QStringList& arguments)
{
    QProcess dbgr;
    dbgr.setProcessEnvironment(environment);
    dbgr.start(builtProgram("dbgr"), QStringList{"--stacks"} + arguments);
    if (!dbgr.waitForFinished(120000))
        return {};
    return {dbgr.exitStatus() == QProcess::NormalExit ? dbgr.exitCode() : -1, dbgr.readAllStandardOutput(),
            dbgr.readAllStandardError()};
}

/// A line of folded stacks, without its number.
QByteArray placeOf(const QByteArray& line)
{
    return line.left(line.lastIndexOf(' '));
}

bool isTraced(int pid)
{
    QFile status(QString("/proc/%1/status").arg(pid));
    return status.open(QIODevice::ReadOnly) && !status.readAll().contains("TracerPid:\t0\n");
}

/// As /proc has it: 'T' a signal has stopped it. 0: it is gone.
char stateOf(int pid)
{
    QFile stat(QString("/proc/%1/stat").arg(pid));
    if (!stat.open(QIODevice::ReadOnly))
        return 0;
    const QByteArray line = stat.readAll();
    return line.at(line.lastIndexOf(')') + 2);
}

} // namespace

class TestStacksOfJobs : public QObject
{
    Q_OBJECT

private slots:
    void jobsGoOn_data()
    {
        QTest::addColumn<QString>("launcher");
        QTest::addRow("dbgrun") << builtProgram("dbgrun");
        QTest::addRow("Open MPI 5") << QString("mpiexec");
    }

    void jobsGoOn()
    {
        QFETCH(QString, launcher);
        UserJob job;
        start(job, launcher);
        QVERIFY2(job.turns(kRanks), job.transcript());
        const QString pid = QString::number(job.launcherPid());
        const Said text = ask(job.environment(), {pid});
        QVERIFY2(text.status == 0, text.errors + job.transcript());
        QVERIFY2(text.out.startsWith("ranks  threads  stack\n") && text.out.contains("0-2 "), text.out);
        QVERIFY2(text.out.contains("main at launcher_rank"), text.out);
        QVERIFY2(text.errors.isEmpty(), text.errors);
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY(!isTraced(job.rankPid(rank)));

        const Said folded = ask(job.environment(), {pid, "--folded", "--repeat", "3", "--every", "0.2"});
        QVERIFY2(folded.status == 0, folded.errors);
        int inMain = 0;
        for (const QByteArray& line : folded.out.split('\n'))
            if (placeOf(line).contains("main at launcher_rank"))
                inMain += line.mid(line.lastIndexOf(' ') + 1).toInt();
        QVERIFY2(inMain == 3 * kRanks, folded.out);

        QVERIFY2(job.turns(kRanks), job.transcript());
        job.stop();
        QVERIFY2(job.exitStatus() == 0, job.transcript());
    }

    void formsAreWhatTheySay()
    {
        UserJob job;
        start(job, builtProgram("dbgrun"));
        QVERIFY2(job.turns(kRanks), job.transcript());
        const QString pids = QString("%1,%2,%3").arg(job.rankPid(0)).arg(job.rankPid(1)).arg(job.rankPid(2));
        const Said json = ask(job.environment(), {pids, "--json", "--repeat", "2", "--every", "0.1"});
        const QJsonObject reply = QJsonDocument::fromJson(json.out).object();
        QVERIFY2(reply["reply"] == "sample" && reply["samples"] == 2 && reply["ranks"] == "0-2",
                 json.out + json.errors);
        QCOMPARE(json.out.count('\n'), 1);
        const Said dot = ask(job.environment(), {pids, "--dot", "--ranks", "1"});
        QVERIFY2(dot.out.startsWith("digraph stacks {") && dot.out.contains("[1]") && !dot.out.contains("[0-2]"),
                 dot.out + dot.errors);
        const Said svg = ask(job.environment(), {pids, "--svg"});
        QXmlStreamReader xml(svg.out);
        while (!xml.atEnd())
            xml.readNext();
        QVERIFY2(!xml.hasError() && svg.out.contains("ranks 0-2</title>"), svg.out + svg.errors);
        job.stop();
        QVERIFY2(job.exitStatus() == 0, job.transcript());
    }

    void aRankThatASignalHasStoppedIsLeftSo()
    {
        UserJob job;
        start(job, builtProgram("dbgrun"));
        QVERIFY2(job.turns(kRanks), job.transcript());
        ::kill(job.rankPid(1), SIGSTOP);
        QTRY_COMPARE(stateOf(job.rankPid(1)), 'T');
        const Said said =
            ask(job.environment(), {QString::number(job.launcherPid()), "--repeat", "2", "--every", "0.1"});
        QVERIFY2(said.status == 0 && said.out.contains("(stopped by a signal)"), said.out + said.errors);
        QTRY_VERIFY(!isTraced(job.rankPid(1)));
        QCOMPARE(stateOf(job.rankPid(1)), 'T');
        ::kill(job.rankPid(1), SIGCONT);
        QVERIFY2(job.turns(kRanks), job.transcript());
        job.stop();
        QVERIFY2(job.exitStatus() == 0, job.transcript());
    }

    void aJobThatEndsInBetweenIsToldAsFarAsItGot()
    {
        UserJob job;
        start(job, builtProgram("dbgrun"));
        QVERIFY2(job.turns(kRanks), job.transcript());
        job.stop(); // they look after it when they run again
        const Said said =
            ask(job.environment(), {QString::number(job.launcherPid()), "--repeat", "3", "--every", "3", "--folded"});
        QVERIFY2(said.status == 0 || said.out.isEmpty(), said.errors); // it may have ended before the first
        QVERIFY2(job.exitStatus() == 0, job.transcript());
    }

    void aJobThatIsNotThereIsSaid()
    {
        const Said said = ask(QProcessEnvironment::systemEnvironment(), {"no-such-job@1"});
        QVERIFY2(said.status != 0 && said.out.isEmpty() && said.errors.contains("no-such-job@1"), said.errors);
    }

private:
    static void start(UserJob& job, const QString& launcher)
    {
        job.start({launcher, "-n", QString::number(kRanks), builtProgram("debuggees/launcher_rank_openmpi5"), "120",
                   job.folder()});
    }
};

DBGR_TEST(TestStacksOfJobs, QCoreApplication);

} // namespace tst_stacks_of_jobs

#include "tst_stacks_of_jobs.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// `dbgr --jobs` with real launchers: each job is listed right while it runs, is not disturbed by it, and is gone when
// it has ended.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/job_environment.h"
#include "tests/support/launchers/user_job.h"
#include "tests/support/run/test_class.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QtTest>

namespace tst_jobs {

using namespace dbgr::test;

namespace {

using Objects = QList<QJsonObject>;

/// What dbgr lists; jobs of others run on this machine, too.
Objects listJobs(const QProcessEnvironment& environment)
{
    QProcess dbgr;
    dbgr.setProcessEnvironment(environment);
    dbgr.start(builtProgram("dbgr"), {"--jobs", "--json"});
    if (!dbgr.waitForFinished(60000) || dbgr.exitStatus() != QProcess::NormalExit || dbgr.exitCode() != 0)
        qFatal("dbgr --jobs has failed: %s", dbgr.readAllStandardError().constData());
    Objects jobs;
    for (const QByteArray& line : dbgr.readAllStandardOutput().split('\n'))
        if (!line.isEmpty())
            jobs << QJsonDocument::fromJson(line).object();
    return jobs;
}

Objects jobsOf(int launcher, const QProcessEnvironment& environment)
{
    Objects found;
    for (const QJsonObject& job : listJobs(environment))
        if (job["reply"] == "job" && job["pid"].toInt() == launcher)
            found << job;
    return found;
}

/// Open MPI 4 starts no job of root's, and none with more ranks than cores, unless it is told to; its shared memory has
/// another name than Open MPI 5's.
void persuadeOpenMpi4(QProcessEnvironment& environment)
{
    environment.insert("OMPI_ALLOW_RUN_AS_ROOT", "1");
    environment.insert("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    environment.insert("OMPI_MCA_rmaps_base_oversubscribe", "1");
    environment.insert("OMPI_MCA_btl", "self,vader");
}

/// Connections and files of a launcher: who contacts one leaves a trace here.
int openFiles(int pid)
{
    return int(QDir(QString("/proc/%1/fd").arg(pid)).entryList(QDir::AllEntries | QDir::System).size());
}

} // namespace

class TestJobs : public QObject
{
    Q_OBJECT

private slots:
    void aJobIsListedWhileItRuns_data();
    void aJobIsListedWhileItRuns();
    void openMpi4WithAServerForToolsSurvivesManyLists();
    void aDvmHasAnEntryForEachJob();
    void aJobUnderDbgrSaysWhoHoldsIt();
    void theTableShowsTheSame();

private:
    QProcess m_prun[2];
};

void TestJobs::aJobIsListedWhileItRuns_data()
{
    QTest::addColumn<QString>("launcher");
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("family");
    QTest::addColumn<bool>("sizeIsKnown");
    const QString bin = openMpi5Bin();
    QTest::newRow("mpiexec, Open MPI 5") << bin + "/mpiexec"
                                         << "launcher_rank_openmpi5"
                                         << "prrte" << true;
    QTest::newRow("prterun") << bin + "/prterun"
                             << "launcher_rank_plain"
                             << "prrte" << false;
    QTest::newRow("dbgrun") << builtProgram("dbgrun") << "launcher_rank_plain"
                            << "dbgrun" << true;
    QTest::newRow("mpiexec, Open MPI 4") << "mpiexec.openmpi"
                                         << "launcher_rank_openmpi4"
                                         << "openmpi4" << true;
    QTest::newRow("mpiexec, MPICH") << "mpiexec.hydra"
                                    << "launcher_rank_mpich"
                                    << "hydra" << true;
}

void TestJobs::aJobIsListedWhileItRuns()
{
    QFETCH(QString, launcher);
    QFETCH(QString, program);
    QFETCH(QString, family);
    QFETCH(bool, sizeIsKnown);
    UserJob job;
    if (family == "openmpi4")
        persuadeOpenMpi4(job.environment());
    const QString path = builtProgram("debuggees/" + program);
    job.start({launcher, "-n", "2", path, "120", job.folder()});
    QVERIFY2(job.turns(2), job.transcript());

    // Another TMPDIR than the job's: the launcher's own places count.
    QProcessEnvironment elsewhere = job.environment();
    elsewhere.insert("TMPDIR", "/nowhere");
    const int filesBefore = openFiles(job.launcherPid());
    Objects found;
    for (int i = 0; i < 5; ++i)
        found = jobsOf(job.launcherPid(), i % 2 == 0 ? job.environment() : elsewhere);
    QCOMPARE(found.size(), 1);
    const QJsonObject listed = found.first();
    const QByteArray shown = QJsonDocument(listed).toJson();
    QCOMPARE(listed["launcher"].toObject()["family"].toString(), family);
    QCOMPARE(listed["ranks_here"].toInt(), 2);
    QCOMPARE(listed["ranks"].toInt(-1), sizeIsKnown ? 2 : -1);
    QCOMPARE(listed["hosts"].toInt(-1), sizeIsKnown ? 1 : -1);
    QCOMPARE(listed["program"].toString(), path);
    QVERIFY2(listed["command"].toString().contains("-n 2 " + path + " 120 " + job.folder()), shown);
    QVERIFY2(listed["age"].toInt(-1) >= 0 && listed["age"].toInt() < 300, shown);
    QCOMPARE(listed["attach"].toArray(), (QJsonArray{"--attach", QString::number(job.launcherPid())}));
    QVERIFY2(listed["ready"].toBool(), shown);
    QVERIFY2(!listed.contains("debugged_by") && !listed.contains("note"), shown);

    QVERIFY2(openFiles(job.launcherPid()) == filesBefore, "somebody has contacted the launcher");
    QVERIFY(job.turns(2));
    job.stop();
    QCOMPARE(job.exitStatus(), 0);
    QVERIFY2(job.standardOutput().contains("rank 0 ends") && job.standardOutput().contains("rank 1 ends"),
             job.transcript());
    QVERIFY(jobsOf(job.launcherPid(), job.environment()).isEmpty());
}

void TestJobs::openMpi4WithAServerForToolsSurvivesManyLists()
{
    UserJob job;
    persuadeOpenMpi4(job.environment());
    job.environment().insert("OMPI_MCA_pmix_session_server", "1");
    job.start({"mpiexec.openmpi", "-n", "2", builtProgram("debuggees/launcher_rank_openmpi4"), "120", job.folder()});
    QVERIFY2(job.turns(2), job.transcript());
    for (int i = 0; i < 20; ++i) {
        const Objects found = jobsOf(job.launcherPid(), job.environment());
        QCOMPARE(found.size(), 1);
        QVERIFY(found.first()["ready"].toBool());
    }
    QVERIFY(job.turns(2));
    job.stop();
    QVERIFY2(job.exitStatus() == 0, job.transcript());
}

void TestJobs::aDvmHasAnEntryForEachJob()
{
    UserJob dvm;
    const QString uri = dvm.folder() + "/dvm.uri";
    dvm.start({openMpi5Bin() + "/prte", "--report-uri", uri});
    QTRY_VERIFY_WITH_TIMEOUT(QFile(uri).size() > 0, 30000);
    QVERIFY2(jobsOf(dvm.launcherPid(), dvm.environment()).isEmpty(), "it runs nothing");
    QVERIFY(QDir(dvm.folder()).mkpath("a") && QDir(dvm.folder()).mkpath("b"));
    const QString program = builtProgram("debuggees/launcher_rank_plain");
    for (int i = 0; i < 2; ++i) {
        m_prun[i].setProcessEnvironment(dvm.environment());
        m_prun[i].start(openMpi5Bin() + "/prun", {"--dvm-uri", "file:" + uri, "-n", QString::number(i + 1), program,
                                                  "120", dvm.folder() + (i == 0 ? "/a" : "/b")});
        QTRY_COMPARE_WITH_TIMEOUT(jobsOf(dvm.launcherPid(), dvm.environment()).size(), i + 1, 30000);
    }
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(dvm.folder() + "/b/beat.1"), 30000);
    const Objects found = jobsOf(dvm.launcherPid(), dvm.environment());
    QCOMPARE(found.size(), 2);
    QSet<int> sizes;
    for (const QJsonObject& job : found) {
        const QString nspace = job["nspace"].toString();
        QVERIFY2(nspace.contains('@'), QJsonDocument(job).toJson());
        QCOMPARE(job["attach"].toArray(), (QJsonArray{"--attach", nspace}));
        QCOMPARE(job["program"].toString(), program);
        sizes << job["ranks_here"].toInt();
    }
    QCOMPARE(sizes, (QSet<int>{1, 2}));

    QVERIFY(QFile(dvm.folder() + "/a/stop").open(QIODevice::WriteOnly));
    QVERIFY(m_prun[0].waitForFinished(30000));
    QCOMPARE(m_prun[0].exitCode(), 0);
    QTRY_COMPARE_WITH_TIMEOUT(jobsOf(dvm.launcherPid(), dvm.environment()).size(), 1, 30000);
    QVERIFY(QFile(dvm.folder() + "/b/stop").open(QIODevice::WriteOnly));
    QVERIFY(m_prun[1].waitForFinished(30000));
    QCOMPARE(m_prun[1].exitCode(), 0);
    QTRY_VERIFY_WITH_TIMEOUT(jobsOf(dvm.launcherPid(), dvm.environment()).isEmpty(), 30000);
}

void TestJobs::aJobUnderDbgrSaysWhoHoldsIt()
{
    BatchRun run;
    run.startCommand(
        {openMpi5Bin() + "/mpiexec", "-n", "2", builtProgram("debuggees/launcher_rank_openmpi5"), "120", run.folder()});
    QVERIFY2(!run.waitForEvent("attached", 60000).isEmpty(), run.transcript());
    QProcessEnvironment environment = jobEnvironment(run.folder());
    QJsonObject held;
    for (const QJsonObject& job : listJobs(environment))
        if (job["command"].toString().contains(run.folder()))
            held = job;
    const QByteArray shown = QJsonDocument(held).toJson();
    QCOMPARE(held["debugged_by"].toString(), QString("dbgr (process %1)").arg(run.pid()));
    QVERIFY2(!held["ready"].toBool(), shown);
    QVERIFY2(held["refusal"].toObject()["detail"].toString().contains("traced already, by dbgr"), shown);
    run.type("kill");
    run.closeInput();
    QVERIFY(run.exitStatus() >= 0);
}

void TestJobs::theTableShowsTheSame()
{
    UserJob job;
    job.start({builtProgram("dbgrun"), "-n", "2", builtProgram("debuggees/launcher_rank_plain"), "120", job.folder()});
    QVERIFY2(job.turns(2), job.transcript());
    QProcess dbgr;
    dbgr.setProcessEnvironment(job.environment());
    dbgr.start(builtProgram("dbgr"), {"--jobs"});
    QVERIFY(dbgr.waitForFinished(60000));
    const QString text = QString::fromUtf8(dbgr.readAllStandardOutput());
    QVERIFY2(text.startsWith("PID "), qPrintable(text));
    const QRegularExpression row(QString("\n%1 +dbgrun +2 +1 +\\d+ s +ready +.*dbgrun -n 2 ").arg(job.launcherPid()));
    QVERIFY2(row.match(text).hasMatch(), qPrintable(text));
    QVERIFY2(text.contains("\nTo attach: dbgr --attach "), qPrintable(text));
    job.stop();
    QCOMPARE(job.exitStatus(), 0);
}

DBGR_TEST(TestJobs, QCoreApplication);

} // namespace tst_jobs

#include "tst_jobs.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The ways in which a user can say which PMIx job is meant, with real launchers: by process, name, URI, file, or the
// system's server; and what dbgr says where that is not clear.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/job_environment.h"
#include "tests/support/launchers/user_job.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QtTest>

namespace tst_find_pmix_job {

using namespace dbgr::test;

namespace {

const QString kProgram = "debuggees/launcher_rank_plain";

/// A DVM with the files of `job`.
class Dvm
{
public:
    explicit Dvm(UserJob& job, const QStringList& options = {}) : m_uriFile(job.folder() + "/dvm.uri")
    {
        m_process.setProcessEnvironment(job.environment());
        m_process.start(openMpi5Bin() + "/prte", QStringList{"--report-uri", m_uriFile} + options);
        if (!QTest::qWaitFor([&] { return QFile(m_uriFile).size() > 0; }, 30000))
            qFatal("the DVM does not start");
    }
    ~Dvm()
    {
        m_process.terminate();
        if (!m_process.waitForFinished(10000))
            m_process.kill();
        m_process.waitForFinished(5000);
    }
    [[nodiscard]] QString uriFile() const { return m_uriFile; }
    [[nodiscard]] QString uri() const
    {
        QFile file(m_uriFile);
        (void)file.open(QIODevice::ReadOnly);
        return QString::fromUtf8(file.readLine()).trimmed();
    }
    [[nodiscard]] QString pid() const { return QString::number(m_process.processId()); }

private:
    QString m_uriFile;
    QProcess m_process;
};

/// \param dvm named, because prun takes another prun for one that it could use
QStringList prun(const UserJob& job, const Dvm& dvm, int ranks)
{
    return {openMpi5Bin() + "/prun",
            "--dvm-uri",
            "file:" + dvm.uriFile(),
            "-n",
            QString::number(ranks),
            builtProgram(kProgram),
            "60",
            job.folder()};
}

/// Attaches, looks whether it is this program, and lets it go.
[[nodiscard]] bool attaches(BatchRun& run, const QStringList& options, int ranks)
{
    run.option(options).commands({"where"}).startCommand({});
    return run.exitStatus() == 0 && run.events("launched").value(0)["size"].toInt() == ranks &&
           run.replies("where").size() == 1;
}

/// What dbgr says when it does not.
[[nodiscard]] QString refusalOf(BatchRun& run, const QStringList& options)
{
    run.option(options).startCommand({});
    run.closeInput();
    if (run.exitStatus() != 121)
        return {};
    const QJsonObject error = run.events("error").value(0);
    return error["detail"].toString() + "\n" + error["advice"].toString();
}

} // namespace

class TestFindPmixJob : public QObject
{
    Q_OBJECT

private slots:
    void byNameOfTheJobOrItsLauncher();
    void byAScriptThatStartedIt();
    void byUriOrFile();
    void bySystemServer();
    void ofSeveralJobsOneHasToBeNamed();
    void aDvmWithoutAJobIsSaid();
    void aRankIsToldOfItsLauncher();
    void aJobThatHasEndedIsSaid();
};

void TestFindPmixJob::byNameOfTheJobOrItsLauncher()
{
    UserJob job;
    job.start({openMpi5Bin() + "/prterun", "-n", "2", builtProgram(kProgram), "60", job.folder()});
    QVERIFY2(job.turns(2), job.transcript());
    BatchRun first;
    const QString launcher = QString::number(job.launcherPid());
    QVERIFY2(attaches(first, {"--attach", launcher}, 2), first.transcript());
    const QString nspace = first.events("launched").value(0)["nspace"].toString();
    QVERIFY2(nspace.endsWith(launcher + "@1"), qPrintable(nspace));
    for (const QString& name : {nspace, nspace.chopped(1) + "0"}) {
        BatchRun run; // its TMPDIR is another one than the job's
        QVERIFY2(attaches(run, {"--attach", name}, 2), run.transcript() + job.transcript());
    }
    BatchRun wrong;
    const QString refusal = refusalOf(wrong, {"--attach", nspace + "7777"});
    QVERIFY2(refusal.contains("it has " + nspace), wrong.transcript());
    job.stop();
    QCOMPARE(job.exitStatus(), 0);
}

void TestFindPmixJob::byAScriptThatStartedIt()
{
    UserJob job;
    writeScript(job.folder() + "/run.sh", "#!/bin/sh\n\"$@\"\nexit $?\n");
    job.start(
        {job.folder() + "/run.sh", builtProgram("dbgrun"), "-n", "2", builtProgram(kProgram), "60", job.folder()});
    QVERIFY2(job.turns(2), job.transcript());
    BatchRun run;
    QVERIFY2(attaches(run, {"--attach", QString::number(job.launcherPid())}, 2), run.transcript());
    job.stop();
    QCOMPARE(job.exitStatus(), 0);
}

void TestFindPmixJob::byUriOrFile()
{
    UserJob job;
    Dvm dvm(job);
    job.start(prun(job, dvm, 2));
    QVERIFY2(job.turns(2), job.transcript());
    for (const QString& where : {dvm.uri(), dvm.uriFile(), "file:" + dvm.uriFile()}) {
        BatchRun run;
        QVERIFY2(attaches(run, {"--connect", where}, 2), run.transcript());
    }
    BatchRun missing;
    const QString refusal = refusalOf(missing, {"--connect", job.folder() + "/nothing"});
    QVERIFY2(refusal.contains("/nothing"), missing.transcript());
    job.stop();
    QCOMPARE(job.exitStatus(), 0);
}

void TestFindPmixJob::bySystemServer()
{
    UserJob job;
    Dvm dvm(job, {"--system-server"});
    job.start(prun(job, dvm, 2));
    QVERIFY2(job.turns(2), job.transcript());
    BatchRun run;
    run.environment("PMIX_SYSTEM_TMPDIR", job.folder());
    QVERIFY2(attaches(run, {"--connect", "system"}, 2), run.transcript());
    job.stop();
    QCOMPARE(job.exitStatus(), 0);
}

void TestFindPmixJob::ofSeveralJobsOneHasToBeNamed()
{
    UserJob job;
    UserJob other;
    Dvm dvm(job);
    job.start(prun(job, dvm, 2));
    QVERIFY2(job.turns(2), job.transcript());
    other.environment().insert("TMPDIR", job.folder());
    other.start(prun(other, dvm, 3));
    QVERIFY2(other.turns(3), other.transcript());

    BatchRun run;
    const QString refusal = refusalOf(run, {"--attach", dvm.pid()});
    QHash<QString, QString> jobs; // by their number of ranks
    const QRegularExpression listed("(prte-[^ ]+@\\d+) \\((\\d) ranks of [^)]*launcher_rank_plain");
    for (auto it = listed.globalMatch(refusal); it.hasNext();) {
        const auto match = it.next();
        jobs.insert(match.captured(2), match.captured(1));
    }
    QVERIFY2(jobs.size() == 2 && refusal.contains("--attach prte-"), run.transcript());
    for (const int ranks : {2, 3}) {
        BatchRun named;
        QVERIFY2(attaches(named, {"--attach", jobs.value(QString::number(ranks))}, ranks), named.transcript());
    }
    job.stop();
    other.stop();
    QCOMPARE(job.exitStatus(), 0);
    QCOMPARE(other.exitStatus(), 0);
}

void TestFindPmixJob::aDvmWithoutAJobIsSaid()
{
    UserJob job;
    Dvm dvm(job);
    BatchRun run;
    QVERIFY2(refusalOf(run, {"--attach", dvm.pid()}).contains("runs no job now"), run.transcript());
}

void TestFindPmixJob::aRankIsToldOfItsLauncher()
{
    UserJob job;
    job.start({builtProgram("dbgrun"), "-n", "1", builtProgram(kProgram), "60", job.folder()});
    QVERIFY2(job.turns(1), job.transcript());
    BatchRun run;
    const QString refusal = refusalOf(run, {"--attach", QString::number(job.rankPid(0))});
    QVERIFY2(refusal.contains("process " + QString::number(job.launcherPid())), run.transcript());
    job.stop();
    QCOMPARE(job.exitStatus(), 0);
}

void TestFindPmixJob::aJobThatHasEndedIsSaid()
{
    UserJob job;
    job.start({builtProgram("dbgrun"), "-n", "1", builtProgram(kProgram), "60", job.folder()});
    QVERIFY2(job.turns(1), job.transcript());
    const QString pid = QString::number(job.launcherPid());
    job.stop();
    QCOMPARE(job.exitStatus(), 0);
    BatchRun run;
    QVERIFY2(refusalOf(run, {"--attach", pid}).contains("there is no process " + pid), run.transcript());
}

DBGR_TEST(TestFindPmixJob, QCoreApplication);

} // namespace tst_find_pmix_job

#include "tst_find_pmix_job.moc"

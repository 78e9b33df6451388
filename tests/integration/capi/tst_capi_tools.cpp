// SPDX-License-Identifier: GPL-3.0-or-later
// Tools written to the Standard, with real launchers: with our library and with libpmix.
#include <QTest>

#include "tests/integration/capi/capi_rows.h"
#include "tests/integration/launcher/launcher_run.h"
#include "tests/support/batch/job_environment.h"

#include <QProcess>
#include <QTemporaryDir>

using namespace dbgr::test;

class TestCapiTools : public QObject
{
    Q_OBJECT

private slots:
    void aToolWorksWithALauncherThatRuns_data();
    void aToolWorksWithALauncherThatRuns();
};

void TestCapiTools::aToolWorksWithALauncherThatRuns_data()
{
    QTest::addColumn<QString>("launcher");
    QTest::addColumn<QString>("program");
    for (const QString& launcher : launchersUnderTest())
        for (const QString& library : librariesUnderTest())
            QTest::addRow("%s, %s", qPrintable(library), qPrintable(launcher.section('/', -1)))
                << launcher << builtProgram("capi/tool_session_" + library);
}

void TestCapiTools::aToolWorksWithALauncherThatRuns()
{
    QFETCH(QString, launcher);
    QFETCH(QString, program);
    QTemporaryDir folder;
    QProcess job;
    job.setProcessEnvironment(mpiEnvironment(Mpi::OpenMpi5, folder.path()));
    job.start(launcher, {"-n", "2", "sh", "-c", "echo up; exec sleep 60"});
    QByteArray output;
    QTRY_VERIFY_WITH_TIMEOUT((output += job.readAllStandardOutput(), output.count("up\n") == 2), 20000);

    QProcess tool;
    tool.setProcessEnvironment(job.processEnvironment());
    tool.start(program, {QString::number(job.processId())});
    const bool finished = tool.waitForFinished(30000);
    if (!finished)
        tool.kill();
    job.terminate();
    if (!job.waitForFinished(20000))
        job.kill();
    const QByteArray said = tool.readAllStandardOutput() + tool.readAllStandardError();
    QVERIFY2(finished && tool.exitStatus() == QProcess::NormalExit && tool.exitCode() == 0, said);
    QVERIFY2(said.contains("2 processes\n") && said.contains("tool: done\n"), said);
}

QTEST_GUILESS_MAIN(TestCapiTools)
#include "tst_capi_tools.moc"

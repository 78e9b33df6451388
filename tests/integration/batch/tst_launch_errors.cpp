// SPDX-License-Identifier: GPL-3.0-or-later
// What a user meets when a launch goes wrong: it ends in time, says the four things, and has a status of its own.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/job_environment.h"
#include "tests/support/batch/job_processes.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QtTest>

#include <csignal>

namespace tst_launch_errors {

using dbgr::test::BatchRun;
using dbgr::test::builtProgram;

namespace {

/// The first error's words and advice.
QString errorOf(const BatchRun& run)
{
    const auto errors = run.events("error");
    if (errors.isEmpty())
        return {};
    return errors[0]["detail"].toString() + " | " + errors[0]["advice"].toString();
}

} // namespace

class TestLaunchErrors : public QObject
{
    Q_OBJECT

private slots:
    void noSuchLauncher()
    {
        BatchRun run;
        run.commands({"continue"});
        run.startCommand({"no-such-mpiexec", "-n", "2", "./ring"});
        QVERIFY2(run.exitStatus(15000) == 127, run.transcript());
        QVERIFY2(errorOf(run).contains("no-such-mpiexec"), run.transcript());
    }

    void whatIsNoLauncherIsNotRun()
    {
        BatchRun run;
        run.commands({"continue"});
        run.startCommand({"touch", run.folder() + "/ran"});
        QVERIFY2(run.exitStatus(15000) == 121, run.transcript());
        QVERIFY2(errorOf(run).contains("no launcher that dbgr knows"), run.transcript());
        QVERIFY(!QFile::exists(run.folder() + "/ran"));
    }

    void aScriptIsCheckedBeforeTheLaunch()
    {
        BatchRun run;
        run.commands({"break main", "contniue"});
        run.startCommand({"no-such-mpiexec"});
        QVERIFY2(run.exitStatus(15000) == 120, run.transcript());
        QVERIFY2(run.standardError().contains("contniue: there is no command 'contniue'; the nearest is 'continue'"),
                 run.transcript());
    }

    /// dbgr opens files and sockets; with standard input closed, one of them must not be taken for it.
    void closedStandardInputIsTheEndOfCommands()
    {
        for (const char* const closed : {"<&-", "<&- 2>&-"}) {
            BatchRun run;
            run.startCommand({"mpiexec", "-n", "2", builtProgram("ring")}, closed);
            QVERIFY2(run.exitStatus() == 137, run.transcript());
            QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
        }
    }

    void aFileOnStandardInputIsCheckedBeforeTheLaunch()
    {
        BatchRun run;
        QFile script(run.folder() + "/script");
        QVERIFY(script.open(QIODevice::WriteOnly) && script.write("continue\nquit now\n") > 0);
        script.close();
        run.startCommand({"no-such-mpiexec"}, "<'" + script.fileName() + "'");
        QVERIFY2(run.exitStatus(15000) == 120, run.transcript());
        QVERIFY2(run.standardError().contains("standard input:2: quit: column 6"), run.transcript());
    }

    void aMissingProgramIsNamed()
    {
        BatchRun run;
        run.commands({"continue"});
        run.start(2, "/no/such/program");
        QVERIFY2(run.exitStatus() == 121, run.transcript());
        QVERIFY2(errorOf(run).contains("/no/such/program"), run.transcript());
    }

    void tooManyRanksForTheLauncherAreToldOf()
    {
        BatchRun run;
        run.environment("PRTE_MCA_rmaps_default_mapping_policy", "slot").commands({"continue"});
        run.start(1000, builtProgram("ring"));
        QVERIFY2(run.exitStatus() == 121, run.transcript());
        QVERIFY2(errorOf(run).contains("oversubscribe"), run.transcript());
    }

    void aBadLauncherOptionIsToldInTheLaunchersWords()
    {
        BatchRun run;
        run.commands({"continue"});
        run.startCommand({"mpiexec", "--no-such-option", "-n", "2", builtProgram("ring")});
        QVERIFY2(run.exitStatus() == 121, run.transcript());
        QVERIFY2(errorOf(run).contains("no-such-option"), run.transcript());
    }

    void aProgramThatNeverCallsInitIsToldOf()
    {
        BatchRun run;
        run.commands({"continue"});
        run.start(2, "/bin/true");
        QVERIFY2(run.exitStatus() == 121, run.transcript());
        QVERIFY2(errorOf(run).contains("MPI_Init"), run.transcript());
        QVERIFY2(errorOf(run).contains("--stop=exec"), run.transcript());
    }

    /// It was not ended by us: its status is its own.
    void aProgramThatEndsBeforeItIsHeldHasItsOwnStatus_data()
    {
        QTest::addColumn<QString>("launcher");
        QTest::newRow("dbgrun") << builtProgram("dbgrun");
        QTest::newRow("Open MPI 5") << "mpiexec";
    }
    void aProgramThatEndsBeforeItIsHeldHasItsOwnStatus()
    {
        QFETCH(const QString, launcher);
        for (const int status : {0, 6}) {
            BatchRun run;
            run.commands({"continue"});
            run.startCommand({launcher, "-n", "1", "sh", "-c", QString("sleep 0.5; exit %1").arg(status)});
            QVERIFY2(run.exitStatus() == 121, run.transcript());
            QVERIFY2(run.events("ended").value(0)["status"] == status, run.transcript());
        }
    }

    void aMissingDaemonIsToldOf()
    {
        BatchRun run;
        run.environment("DBGR_DBGD", "/no/such/dbgd").commands({"continue"});
        run.start(2, builtProgram("ring"));
        QVERIFY2(run.exitStatus() == 121, run.transcript());
        QVERIFY2(errorOf(run).contains("/no/such/dbgd"), run.transcript());
    }

    void aDaemonThatDoesNotCallIsToldOf()
    {
        BatchRun run;
        run.environment("DBGR_DBGD", "/bin/true").commands({"continue"});
        run.start(2, builtProgram("ring"));
        QVERIFY2(run.exitStatus() == 121, run.transcript());
        QVERIFY2(errorOf(run).contains("/bin/true"), run.transcript());
    }

    void noDebugInformationIsSaidAndNotFatal()
    {
        BatchRun run;
        run.commands({"stacks", "continue"}); // nobody looks for it who only lets them run
        run.start(2, builtProgram("debuggees/mpi_no_debug_info"));
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QString warnings;
        for (const QJsonObject& warning : run.events("warning"))
            warnings += warning["detail"].toString() + warning["advice"].toString();
        QVERIFY2(warnings.contains("debug information"), run.transcript());
    }

    void aLauncherThatIsKilledIsToldOf()
    {
        BatchRun run;
        run.commands({"continue"});
        run.start(2, builtProgram("debuggees/mpi_spin"), {"30", run.folder()});
        const QJsonObject launcher = run.waitForEvent("launcher");
        QVERIFY2(launcher["pid"].toInt() > 0, run.transcript());
        QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
        ::kill(launcher["pid"].toInt(), SIGKILL);
        const int status = run.exitStatus(20000);
        QVERIFY2(status == 124 || status == 137, run.transcript());
        QVERIFY2(errorOf(run).contains("launcher"), run.transcript());
        // Its ranks, which perhaps were held still, would wait for it for ever.
        QVERIFY2(dbgr::test::allGone(run.folder()), run.transcript());
    }
};

DBGR_TEST(TestLaunchErrors, QCoreApplication);

} // namespace tst_launch_errors

#include "tst_launch_errors.moc"

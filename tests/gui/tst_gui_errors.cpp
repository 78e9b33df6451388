// SPDX-License-Identifier: GPL-3.0-or-later
// What a user of the window meets when something goes wrong: a line above the source that says what, why and what to do
// now, with buttons that do it. Never a dialog.
#include "tests/support/batch/job_environment.h"
#include "tests/support/batch/job_processes.h"
#include "tests/support/gui/gui_main.h"
#include "tests/support/gui/window_run.h"
#include "ui/window/action_table.h"

#include <QFile>
#include <QLabel>
#include <QRegularExpression>
#include <QtTest>

#include <csignal>

namespace tst_gui_errors {

using dbgr::session::SessionState;
using dbgr::test::builtProgram;
using dbgr::test::WindowRun;
namespace action = dbgr::ui::action;

namespace {

/// Looks at the notice of a launch that failed: it names its cause, advises, and offers the next steps.
void checkLaunchFailure(WindowRun& run, const QString& cause)
{
    QWidget* const notice = run.notice(cause);
    QVERIFY2(notice, run.transcript());
    QVERIFY2(!notice->findChild<QLabel*>("noticeAdvice")->text().isEmpty(), run.transcript());
    for (const char* const label : {"Change the Command", "Try Again", "Ask the Doctor"}) {
        const QWidget* const button = WindowRun::button(notice, label);
        QVERIFY2(button && button->isEnabled(), qPrintable(QString("no button ") + label + run.transcript()));
    }
    QVERIFY2(run.untilState(SessionState::Failed), run.transcript());
    QVERIFY2(!QApplication::activeModalWidget(), run.transcript());
}

} // namespace

class TestGuiErrors : public QObject
{
    Q_OBJECT

private slots:
    void noSuchLauncher()
    {
        WindowRun run;
        QVERIFY(run.launchCommand({"no-such-mpiexec", "-n", "2", "./ring"}));
        checkLaunchFailure(run, "no-such-mpiexec");
    }

    void whatIsNoLauncherIsNotRun()
    {
        WindowRun run;
        QVERIFY(run.launchCommand({"touch", run.folder() + "/ran"}));
        checkLaunchFailure(run, "no launcher that dbgr knows");
        QVERIFY(!QFile::exists(run.folder() + "/ran"));
    }

    void aMissingProgramCanBeMendedAndTriedAgain()
    {
        WindowRun run;
        const QString program = run.folder() + "/not_yet";
        QVERIFY(run.launch(2, program));
        checkLaunchFailure(run, program);
        QVERIFY(QFile::link(builtProgram("ring"), program));
        run.click(WindowRun::button(run.notice(program), "Try Again"));
        QVERIFY2(run.untilState(SessionState::Held), run.transcript());
        QVERIFY2(run.notice("2 ranks are held"), run.transcript());
    }

    void tooManyRanksForTheLauncherAreToldOf()
    {
        WindowRun run;
        run.environment("PRTE_MCA_rmaps_default_mapping_policy", "slot");
        QVERIFY(run.launch(1000, builtProgram("ring")));
        checkLaunchFailure(run, "oversubscribe");
    }

    void aBadLauncherOptionIsToldInTheLaunchersWords()
    {
        WindowRun run;
        QVERIFY(run.launchCommand({"mpiexec", "--no-such-option", "-n", "2", builtProgram("ring")}));
        checkLaunchFailure(run, "no-such-option");
    }

    void aProgramThatNeverCallsInitIsToldOf()
    {
        WindowRun run;
        QVERIFY(run.launch(2, "/bin/true"));
        checkLaunchFailure(run, "MPI_Init");
    }

    void aMissingDaemonIsToldOf()
    {
        WindowRun run;
        run.environment("DBGR_DBGD", "/no/such/dbgd");
        QVERIFY(run.launch(2, builtProgram("ring")));
        checkLaunchFailure(run, "/no/such/dbgd");
    }

    void theDoctorLooksForTheCause()
    {
        WindowRun run;
        run.environment("DBGR_DBGD", "/no/such/dbgd").environment("DBGR_PROGRAM", builtProgram("dbgr"));
        QVERIFY(run.launch(2, builtProgram("ring")));
        run.click(WindowRun::button(run.notice("/no/such/dbgd"), "Ask the Doctor"));
        QVERIFY2(run.seen("doctor"), run.transcript());
        QVERIFY2(run.untilTextOf("doctorState", "Something will not work here."), run.transcript());
        const QString said = run.textOf("doctorText");
        QVERIFY2(said.contains(QRegularExpression("broken +session +[^\n]*/no/such/dbgd")), qPrintable(said));
        QVERIFY2(said.contains(QRegularExpression("fine +tracing ")), qPrintable(said));
    }

    void noDebugInformationIsSaidAndNotFatal()
    {
        WindowRun run;
        QVERIFY2(run.launchHeld(2, builtProgram("debuggees/mpi_no_debug_info")), run.transcript());
        QVERIFY2(run.notice("debug information"), run.transcript());
        run.command(action::kContinue);
        QVERIFY2(run.untilTextOf("status.state", "ended with status 0"), run.transcript());
    }

    void aLauncherThatIsKilledIsToldOf()
    {
        WindowRun run;
        QVERIFY2(run.launchHeld(2, builtProgram("debuggees/mpi_spin"), {"60", run.folder()}), run.transcript());
        QVERIFY2(run.launcherPid() > 0, run.transcript());
        ::kill(run.launcherPid(), SIGKILL);
        QWidget* const notice = run.notice("launcher");
        QVERIFY2(notice, run.transcript());
        QVERIFY2(WindowRun::button(notice, "Try Again"), run.transcript());
        QVERIFY2(run.meanwhile([&] { return dbgr::test::allGone(run.folder()); }), run.transcript());
    }
};

DBGR_GUI_TEST(TestGuiErrors);

} // namespace tst_gui_errors

#include "tst_gui_errors.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// What is lost on the way and comes back in the window: ranks whose daemon died, breakpoints of earlier jobs.
#include "tests/support/batch/job_processes.h"
#include "tests/support/gui/gui_main.h"
#include "tests/support/gui/source_hand.h"
#include "tests/support/gui/window_run.h"
#include "ui/breakpoints/breakpoint_memory.h"
#include "ui/settings/setting_keys.h"
#include "ui/window/action_table.h"

#include <QFile>
#include <QFileInfo>
#include <QMessageBox>
#include <QtTest>

#include <csignal>

namespace tst_gui_losses {

using namespace dbgr::test;
namespace action = dbgr::ui::action;

namespace {

/// The only one; 0 if there is none, or there are several.
int daemonOf(const WindowRun& run)
{
    QList<int> pids;
    for (const JobProcess& process : processesOf(run.folder()))
        if (process.name == "dbgd")
            pids += process.pid;
    return pids.size() == 1 ? pids[0] : 0;
}

QStringList spinningJob(const WindowRun& run)
{
    return {builtProgram("dbgrun"), "-n", "2", builtProgram("debuggees/mpi_spin"), "120", run.folder()};
}

} // namespace

class TestGuiLosses : public QObject
{
    Q_OBJECT

private slots:
    void ranksOfADaemonThatDiedAreAttachedToAgain_data()
    {
        QTest::addColumn<bool>("stand");
        QTest::newRow("ranks run") << false;
        QTest::newRow("ranks stand") << true;
    }
    void ranksOfADaemonThatDiedAreAttachedToAgain()
    {
        QFETCH(const bool, stand);
        WindowRun run;
        QVERIFY2(run.launchCommand(spinningJob(run)) && run.untilState(dbgr::session::SessionState::Held),
                 run.transcript());
        if (stand)
            QVERIFY(run.session().addBreakpoint({{}, dbgr::debug::FunctionName{"turn"}, {}, true}).has_value());
        run.command(action::kContinue);
        if (stand)
            QVERIFY2(run.untilTextOf("status.state", "breakpoint 1"), run.transcript());
        else
            QVERIFY2(run.meanwhile([&] { return beats(run.folder(), 1); }), run.transcript());
        const int daemon = daemonOf(run);
        QVERIFY2(daemon > 0, run.transcript());
        ::kill(daemon, SIGKILL);

        QWidget* const notice = run.notice("cannot be debugged any more");
        QVERIFY2(notice, run.transcript());
        QVERIFY2(run.meanwhile([&] { return beats(run.folder(), 0) && beats(run.folder(), 1); }), run.transcript());
        QVERIFY2(WindowRun::button(notice, "Attach Again"), run.transcript());
        run.click(WindowRun::button(notice, "Attach Again"));
        QVERIFY2(run.until([&] { return run.session().processes().standing().size() == 2; }), run.transcript());
        QVERIFY2(run.until([&] { return !notice->isVisible(); }), run.transcript());
        QVERIFY2(run.untilShown("dock.stacks", "main"), run.transcript());
        if (!stand)
            QVERIFY(run.session().addBreakpoint({{}, dbgr::debug::FunctionName{"turn"}, {}, true}).has_value());
        run.command(action::kContinue);
        QVERIFY2(run.untilTextOf("status.state", "breakpoint 1"), run.transcript());
        QVERIFY2(run.untilShown("values.variables", "turns"), run.transcript());
        QVERIFY(QFile(run.folder() + "/stop").open(QIODevice::WriteOnly));
        QVERIFY(run.session().removeBreakpoint(run.session().breakpoints().all().begin()->first).has_value());
        run.command(action::kContinue);
        QVERIFY2(run.untilTextOf("status.state", "ended with status 0"), run.transcript());
    }

    /// With variables of std::unique_ptr of two types in sight, at launch and at restart.
    void aRememberedBreakpointInAnotherFileIsHitAgain()
    {
        WindowRun run;
        SourceHand source(run);
        const QString program = builtProgram("debuggees/mpi_two_files");
        const std::string other = QString(DBGR_SOURCE_DIR "/tests/debuggees/mpi_two_files_other.cpp").toStdString();
        constexpr std::uint32_t kLine = 8; // int added = ...
        dbgr::debug::BreakpointSpec spec;
        spec.where = dbgr::debug::SourceLine{other, kLine};
        const std::vector<dbgr::ui::ProgramBreakpoints> remembered{{QFileInfo(program).canonicalFilePath(), {{spec}}},
                                                                   {program, {{spec}}}}; // as launchers tell it
        QVERIFY2(run.open(), run.transcript());
        run.parts().settings.set(dbgr::ui::setting::kBreakpoints, dbgr::ui::toText(remembered));
        QVERIFY2(run.launchInWindow({"mpiexec", "-n", "2", program}), run.transcript());
        for (const char* time : {"launch", "restart"}) {
            QVERIFY2(run.untilState(dbgr::session::SessionState::Held), run.transcript());
            QVERIFY2(run.until([&] { return run.session().breakpoints().all().size() == 1; }), run.transcript());
            run.command(action::kContinue);
            QVERIFY2(run.untilTextOf("status.state", "breakpoint 1"), time + run.transcript());
            QVERIFY2(source.untilShown("mpi_two_files_other.cpp"), time + run.transcript());
            QVERIFY2(source.untilLeadingAt(kLine), time + run.transcript());
            QVERIFY2(run.untilShown("values.variables", "counted"), time + run.transcript());
            run.command(action::kStepOut); // where the other one is
            QVERIFY2(run.untilShown("values.variables", "sum"), time + run.transcript());
            for (const char* untrue : {"\"lost\"", "LLDB's process ended"})
                QVERIFY2(!run.transcript().contains(untrue), time + run.transcript());
            if (qstrcmp(time, "restart") == 0)
                break;
            run.command(action::kRestart);
            QVERIFY2(run.seen<QMessageBox>("confirmation"), run.transcript());
            run.click(WindowRun::button(run.find("confirmation"), "Restart"));
        }
        run.command(action::kContinue);
        QVERIFY2(run.untilTextOf("status.state", "breakpoint 1"), run.transcript()); // the second turn
    }
};

DBGR_GUI_TEST(TestGuiLosses);

} // namespace tst_gui_losses

#include "tst_gui_losses.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The life of a job in the window: go, end, restart, detach, kill, and closing while it runs.
#include "tests/support/batch/job_processes.h"
#include "tests/support/gui/gui_main.h"
#include "tests/support/gui/source_hand.h"
#include "tests/support/gui/window_run.h"
#include "ui/ranks/rank_grid.h"
#include "ui/window/action_table.h"

#include <QMessageBox>
#include <QtTest>

namespace tst_gui_life {

using dbgr::session::SessionState;
using dbgr::test::builtProgram;
using dbgr::test::SourceHand;
using dbgr::test::WindowRun;
using dbgr::ui::RankLook;
namespace action = dbgr::ui::action;

class TestGuiLife : public QObject
{
    Q_OBJECT

private slots:
    void aJobRunsToItsEndAndItsStatusIsShown()
    {
        WindowRun run;
        QVERIFY2(run.launchHeld(2, builtProgram("ring"), {"--exit", "3"}), run.transcript());
        QVERIFY2(run.untilTextOf("status.state", "held"), run.transcript());
        QCOMPARE(run.textOf("status.size").section(' ', 0, 1), QString("2 ranks"));
        QVERIFY2(run.window().windowTitle().startsWith("mpiexec -n 2"), run.transcript());
        run.command(action::kContinue);
        QVERIFY2(run.untilTextOf("status.state", "ended with status 3"), run.transcript());
    }

    void restartRunsTheSameJobAgainWithItsBreakpoints()
    {
        WindowRun run;
        QVERIFY2(run.launchHeld(2, builtProgram("ring")), run.transcript());
        const auto breakpoint = run.session().addBreakpoint({{}, dbgr::debug::FunctionName{"work"}, {}, true});
        QVERIFY(breakpoint.has_value());
        run.command(action::kContinue);
        QVERIFY2(run.untilTextOf("status.state", "breakpoint 1"), run.transcript());
        run.command(action::kRestart);
        QVERIFY2(run.seen<QMessageBox>("confirmation"), run.transcript());
        run.click(WindowRun::button(run.find("confirmation"), "Restart"));
        QVERIFY2(run.untilTextOf("status.state", "held"), run.transcript());
        run.command(action::kContinue);
        QVERIFY2(run.untilTextOf("status.state", "breakpoint 1"), run.transcript());
    }

    void detachedRanksRunOnToTheirEnd()
    {
        WindowRun run;
        QVERIFY2(run.launchHeld(2, builtProgram("debuggees/mpi_spin"), {"8", run.folder()}), run.transcript());
        run.command(action::kContinue);
        QVERIFY2(run.meanwhile([&] { return dbgr::test::beats(run.folder(), 1); }), run.transcript());
        run.parts().actions.get(action::kDetach)->trigger();
        QVERIFY2(run.untilTextOf("status.state", "detached"), run.transcript());
        QVERIFY2(run.until([&] { return dbgr::test::tracerOf(dbgr::test::spinPid(run.folder(), 0)) == 0; }),
                 run.transcript());
        QVERIFY2(run.meanwhile([&] { return dbgr::test::beats(run.folder(), 0); }), run.transcript());
        run.window().close();
        QVERIFY2(run.until([&] { return run.isClosed(); }), run.transcript());
        QVERIFY2(run.meanwhile([&] { return dbgr::test::beats(run.folder(), 0); }), run.transcript());
        QVERIFY2(run.meanwhile([&] { return dbgr::test::allGone(run.folder(), 40000); }), run.transcript());
    }

    void killAsksAndKills()
    {
        WindowRun run;
        QVERIFY2(run.launchHeld(2, builtProgram("debuggees/mpi_spin"), {"60", run.folder()}), run.transcript());
        run.command(action::kKill);
        QVERIFY2(run.seen<QMessageBox>("confirmation"), run.transcript());
        QVERIFY(run.find<QMessageBox>("confirmation")->informativeText().contains("2 ranks of mpiexec"));
        run.key(Qt::Key_Return); // the safe answer is the default
        QVERIFY2(run.until([&] { return !run.find("confirmation"); }), run.transcript());
        QCOMPARE(run.session().state(), SessionState::Held);
        run.command(action::kKill);
        QVERIFY2(run.seen<QMessageBox>("confirmation"), run.transcript());
        run.click(WindowRun::button(run.find("confirmation"), "Kill the Job"));
        QVERIFY2(run.untilState(SessionState::Exited), run.transcript());
        QVERIFY2(run.meanwhile([&] { return dbgr::test::allGone(run.folder()); }), run.transcript());
        QVERIFY(!run.isClosed());
        checkThatWeEndedIt(run);
        run.command("dock.log"); // the same, in words
        QVERIFY2(run.untilShown("dock.log", "SIGKILL"), run.transcript());
        for (const char* untrue : {"lost", "run on", "go on", "ttach again"})
            QVERIFY2(!run.shown("dock.log").contains(untrue), qPrintable(run.shown("dock.log")));
    }

    void aCrashComesToTheFront()
    {
        WindowRun run;
        SourceHand source(run);
        QVERIFY2(run.launchHeld(4, builtProgram("ring"), {"--crash", "2"}), run.transcript());
        run.command(action::kContinue);
        QWidget* const notice = run.notice("Rank 2 crashed with SIGSEGV");
        QVERIFY2(notice, run.transcript());
        QVERIFY2(WindowRun::button(notice, "Show the Place"), run.transcript());
        QVERIFY2(source.untilShown("ring.cpp"), run.transcript());
        QVERIFY2(source.untilLeadingAt(source.lineWith("lastVisit->sum = state.rank")), run.transcript());
        QCOMPARE(run.session().leadingRank()->value(), 2U);
        const auto* const grid = run.find("dock.ranks")->findChild<dbgr::ui::RankGrid*>();
        QVERIFY2(run.until([&] { return grid->looks().of(RankLook::Crashed).size() == 1; }), run.transcript());
        QVERIFY2(run.untilShown("dock.stacks", "breakDown"), run.transcript());
        // The end leaves it readable.
        run.command(action::kKill);
        QVERIFY2(run.seen<QMessageBox>("confirmation"), run.transcript());
        run.click(WindowRun::button(run.find("confirmation"), "Kill the Job"));
        QVERIFY2(run.untilState(SessionState::Exited), run.transcript());
        QVERIFY2(run.shown("dock.stacks").contains("breakDown"), run.transcript());
        QVERIFY2(run.shown("values.variables").contains("lastVisit"), run.transcript());
    }

    void closingAsksWhileAJobRuns()
    {
        WindowRun run;
        QVERIFY2(run.launchHeld(2, builtProgram("debuggees/mpi_spin"), {"60", run.folder()}), run.transcript());
        run.command(action::kQuit);
        QVERIFY2(run.seen<QMessageBox>("confirmation"), run.transcript());
        run.key(Qt::Key_Escape);
        QVERIFY2(run.until([&] { return !run.find("confirmation"); }), run.transcript());
        QVERIFY(run.window().isVisible());
        run.command(action::kQuit);
        QVERIFY2(run.seen<QMessageBox>("confirmation"), run.transcript());
        run.click(WindowRun::button(run.find("confirmation"), "Kill the Job"));
        QVERIFY2(run.until([&] { return run.isClosed(); }), run.transcript());
        QVERIFY2(run.meanwhile([&] { return dbgr::test::allGone(run.folder()); }), run.transcript());
        checkThatWeEndedIt(run);
    }

    void closingAWindowWithoutAJobAsksNothing()
    {
        WindowRun run;
        QVERIFY2(run.open(), run.transcript());
        run.command(action::kQuit);
        QVERIFY2(run.until([&] { return run.isClosed(); }), run.transcript());
    }

private:
    /// By force, told once, of ranks that nobody lost.
    static void checkThatWeEndedIt(WindowRun& run)
    {
        const QByteArray told = run.transcript();
        QCOMPARE(told.count("\"event\":\"exited\",\"ranks\":\"0-1\",\"signal\":\"SIGKILL\""), 1);
        QVERIFY2(!told.contains("\"event\":\"lost\""), told);
    }
};

DBGR_GUI_TEST(TestGuiLife);

} // namespace tst_gui_life

#include "tst_gui_life.moc"

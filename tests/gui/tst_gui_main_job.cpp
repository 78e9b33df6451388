// SPDX-License-Identifier: GPL-3.0-or-later
// The main job in the window, end to end, by mouse and keys: held ranks, breakpoints, where everybody is and what they
// hold, steps, one rank alone, input, output, the end.
#include "tests/support/gui/gui_main.h"
#include "tests/support/gui/source_hand.h"
#include "tests/support/gui/window_run.h"
#include "ui/ranks/rank_grid.h"
#include "ui/window/action_table.h"

#include <QtTest>

namespace tst_gui_main_job {

using dbgr::session::RankState;
using dbgr::session::SessionState;
using dbgr::test::builtProgram;
using dbgr::test::SourceHand;
using dbgr::test::WindowRun;
using dbgr::ui::BreakpointLook;
using dbgr::ui::RankLook;
using dbgr::util::Rank;
namespace action = dbgr::ui::action;

namespace {

/// The window, and what one step leaves for the next.
struct Job
{
    WindowRun run;
    SourceHand source{run};
    std::uint32_t pushLine = 0; ///< in work()
    std::uint32_t callLine = 0; ///< of work() in runLap()

    QByteArray transcript()
    {
        return "source at line " + QByteArray::number(source.leadingLine()) + ":\n" + run.transcript();
    }
};

void launch(Job& job)
{
    QVERIFY2(job.run.launchHeld(4, builtProgram("ring"), {"--ask"}), job.transcript());
    QVERIFY2(job.run.notice("All 4 ranks are held in MPI_Init"), job.transcript());
    QVERIFY2(job.source.untilShown("ring.cpp"), job.transcript()); // main() that calls MPI_Init
    job.pushLine = job.source.lineWith("state.samples.push_back(value)");
    job.callLine = job.source.lineWith("const double value = work(");
    QVERIFY(job.pushLine > 0 && job.callLine > 0);
}

void setBreakpointInTheMargin(Job& job)
{
    job.source.clickMargin(job.pushLine);
    QVERIFY2(job.run.until([&] { return job.source.markAt(job.pushLine).look == BreakpointLook::Set; }),
             job.transcript());
    QVERIFY2(job.run.notice("One breakpoint is set"), job.transcript());
}

void goToTheFirstStop(Job& job)
{
    job.run.command(action::kContinue);
    QVERIFY2(job.run.untilState(SessionState::Running), job.transcript());
    QVERIFY2(job.run.untilHappened("What is the token's name?"), job.transcript());
    job.run.command("dock.console"); // the keyboard is in its input line
    job.run.type("torch");
    job.run.key(Qt::Key_Return);
    QVERIFY2(job.run.untilStopped(), job.transcript());
    QVERIFY2(job.run.untilTextOf("status.state", "stopped at breakpoint 1"), job.transcript());
}

void seeWhoIsWhere(Job& job)
{
    const auto* const grid = job.run.find("dock.ranks")->findChild<dbgr::ui::RankGrid*>();
    QVERIFY(grid);
    QVERIFY2(job.run.until([&] { return grid->looks().of(RankLook::Stopped).size() == 4; }), job.transcript());
    QVERIFY2(job.source.untilLeadingAt(job.pushLine), job.transcript());
    QVERIFY2(job.run.until([&] { return job.source.markAt(job.pushLine).ranks.size() == 4; }), job.transcript());
    QVERIFY2(job.run.until([&] { return job.run.shown("dock.stacks").contains("work"); }), job.transcript());
    const QString stacks = job.run.shown("dock.stacks");
    QVERIFY2(stacks.contains("runLap") && stacks.contains("0-3"), job.transcript());
}

void seeWhatTheyHold(Job& job)
{
    QVERIFY2(job.run.until([&] { return job.run.row("values.variables", "lap").contains("all"); }), job.transcript());
    QVERIFY2(job.run.until([&] { return job.run.row("values.variables", "rank").contains("4 values"); }),
             job.transcript());
    QVERIFY2(job.run.row("values.variables", "rank").contains("0..3"), job.transcript());
}

void watchAnExpression(Job& job)
{
    job.run.command("dock.watches");
    job.run.key(Qt::Key_Insert);
    job.run.type("rank * 2");
    job.run.key(Qt::Key_Return);
    QVERIFY2(job.run.until([&] { return job.run.row("values.watches", "rank * 2").contains("0..6"); }),
             job.transcript());
    job.run.command(action::kFocusSource);
}

void stepOverIntoAndOut(Job& job)
{
    job.run.command(action::kStepOver);
    QVERIFY2(job.source.untilLeadingAt(job.pushLine + 1), job.transcript());
    QVERIFY2(job.run.untilStopped(), job.transcript());
    job.run.command(action::kStepOut);
    QVERIFY2(job.source.untilLeadingAt(job.callLine), job.transcript());
    QVERIFY2(job.run.untilStopped(), job.transcript());
}

void goOnWithOneRank(Job& job)
{
    QVERIFY2(job.run.focusOn("2"), job.transcript());
    job.run.command(action::kContinue);
    // It waits for rank 1, which stands: rank 2 alone runs.
    QVERIFY2(job.run.untilTextOf("status.state", "1 running"), job.transcript());
    QVERIFY2(job.run.session().processes().inState(RankState::Stopped).toString() == "0-1,3", job.transcript());
    job.run.command(action::kFocusAll);
    QVERIFY2(job.run.until([&] { return job.run.session().focus().size() == 4; }, 3000), job.transcript());
}

void goToABreakpointSetByKeys(Job& job)
{
    job.source.clickMargin(job.pushLine);
    QVERIFY2(job.run.until([&] { return job.source.markAt(job.pushLine).look == BreakpointLook::None; }),
             job.transcript());
    const std::uint32_t last = job.source.lineWith("MPI_Finalize();");
    job.source.goTo(last);
    job.run.command(action::kToggleBreakpoint);
    QVERIFY2(job.run.until([&] { return job.source.markAt(last).look == BreakpointLook::Set; }), job.transcript());
    job.run.command(action::kContinue);
    QVERIFY2(job.source.untilLeadingAt(last), job.transcript());
    QVERIFY2(job.run.untilStopped(), job.transcript());
    QVERIFY2(job.run.untilHappened("rank 3 lap 3: torch"), job.transcript());
    // What was looked at is there again after a stop somewhere else, and back.
    QVERIFY2(!job.run.row("values.watches", "rank * 2").isEmpty(), job.transcript());
}

void runToTheEnd(Job& job)
{
    job.run.command(action::kContinue);
    QVERIFY2(job.run.untilTextOf("status.state", "ended with status 0"), job.transcript());
    QVERIFY2(job.source.text().contains("runLap"), job.transcript());
    QVERIFY2(job.run.shown("dock.stacks").contains("main"), job.transcript());
    QVERIFY2(job.run.notice("same breakpoints"), job.transcript());
}

} // namespace

class TestGuiMainJob : public QObject
{
    Q_OBJECT

private slots:
    void fromLaunchToEnd()
    {
        Job job;
        for (const auto step :
             {launch, setBreakpointInTheMargin, goToTheFirstStop, seeWhoIsWhere, seeWhatTheyHold, watchAnExpression,
              stepOverIntoAndOut, goOnWithOneRank, goToABreakpointSetByKeys, runToTheEnd}) {
            step(job);
            if (QTest::currentTestFailed())
                return;
        }
    }
};

DBGR_GUI_TEST(TestGuiMainJob);

} // namespace tst_gui_main_job

#include "tst_gui_main_job.moc"

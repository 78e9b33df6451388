// SPDX-License-Identifier: GPL-3.0-or-later
// The main job with 64 ranks: what is equal folds, and one word does it for all.
#include "tests/support/gui/gui_main.h"
#include "tests/support/gui/source_hand.h"
#include "tests/support/gui/window_run.h"
#include "ui/ranks/rank_grid.h"
#include "ui/window/action_table.h"

#include <QtTest>

namespace tst_gui_many_ranks {

using dbgr::session::SessionState;
using dbgr::test::builtProgram;
using dbgr::test::SourceHand;
using dbgr::test::WindowRun;
using dbgr::ui::RankGrid;
using dbgr::ui::RankLook;
using dbgr::util::Rank;
namespace action = dbgr::ui::action;

class TestGuiManyRanks : public QObject
{
    Q_OBJECT

private slots:
    void sixtyFourRanksStopAsOne()
    {
        WindowRun run;
        SourceHand source(run);
        QVERIFY2(run.launchHeld(64, builtProgram("ring"), {"--laps", "2"}), run.transcript());
        QVERIFY2(run.notice("All 64 ranks are held"), run.transcript());
        QVERIFY2(source.untilShown("ring.cpp"), run.transcript());
        const auto line = source.lineWith("state.samples.push_back(value)");
        source.clickMargin(line);
        QVERIFY2(run.notice("One breakpoint is set"), run.transcript());
        run.command(action::kContinue);
        QVERIFY2(run.untilStopped(), run.transcript());

        const auto* const grid = run.find("dock.ranks")->findChild<RankGrid*>();
        QVERIFY2(run.until([&] { return grid->looks().of(RankLook::Stopped).size() == 64; }), run.transcript());
        QVERIFY2(run.untilTextOf("status.size", "64 ranks"), run.transcript());
        QVERIFY2(run.untilTextOf("status.state", "stopped at breakpoint 1"), run.transcript());
        QVERIFY2(source.untilLeadingAt(line), run.transcript());
        QVERIFY2(run.until([&] { return source.markAt(line).ranks.size() == 64; }), run.transcript());
        // One branch for all of them, one value where it is equal, the span where it is not.
        QVERIFY2(run.until([&] { return run.shown("dock.stacks").contains("0-63"); }), run.transcript());
        QCOMPARE(run.shown("dock.stacks").count("work at"), 1);
        QVERIFY2(run.until([&] { return run.row("values.variables", "lap").contains("all"); }), run.transcript());
        QVERIFY2(run.until([&] { return run.row("values.variables", "rank").contains("0..63"); }), run.transcript());

        // A cell of the grid chooses whom everything is about.
        run.doubleClick(grid->viewport(), grid->cellRect(Rank(42)).center());
        QVERIFY2(run.until([&] { return run.session().focus() == dbgr::util::RankSet(Rank(42)); }), run.transcript());
        QVERIFY2(run.until([&] { return run.row("values.variables", "rank").contains("| 42 |"); }), run.transcript());

        run.command(action::kFocusAll);
        source.clickMargin(line);
        QVERIFY2(run.until([&] { return run.session().breakpoints().all().empty(); }), run.transcript());
        run.command(action::kContinue);
        QVERIFY2(run.untilTextOf("status.state", "ended with status 0"), run.transcript());
    }
};

DBGR_GUI_TEST(TestGuiManyRanks);

} // namespace tst_gui_many_ranks

#include "tst_gui_many_ranks.moc"

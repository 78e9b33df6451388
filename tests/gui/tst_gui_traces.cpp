// SPDX-License-Identifier: GPL-3.0-or-later
// Tracepoints by keys in the window on a real job: set, watched while ranks run, chosen, sorted, saved, forgotten.
#include "tests/support/gui/gui_main.h"
#include "tests/support/gui/source_hand.h"
#include "tests/support/gui/window_run.h"
#include "ui/traces/trace_plot.h"
#include "ui/window/action_table.h"

#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QHeaderView>
#include <QToolButton>
#include <QTreeView>
#include <QtTest>

namespace tst_gui_traces {

using dbgr::test::builtProgram;
using dbgr::test::SourceHand;
using dbgr::test::WindowRun;
namespace action = dbgr::ui::action;

class TestGuiTraces : public QObject
{
    Q_OBJECT

private slots:
    void ranksLogWhatIsTyped()
    {
        constexpr int kRanks = 3;
        constexpr int kLaps = 4;
        WindowRun run;
        QVERIFY2(run.launchHeld(kRanks, builtProgram("ring"), {"--laps", QString::number(kLaps)}), run.transcript());
        SourceHand source(run);
        QVERIFY2(source.untilShown("ring.cpp"), run.transcript());
        run.command("dock.traces");
        auto* const view = run.find<QTreeView>("tracesView");
        QCOMPARE(view->model()->rowCount(), 0);
        run.command(action::kFocusSource);
        const std::uint32_t line = source.lineWith("Token token{lap, 0, 0};");
        source.goTo(line);
        run.command(action::kTrace);
        run.type("lap, state.rank");
        run.key(Qt::Key_Return);
        QVERIFY2(run.until([&] { return source.markAt(line).breakpointTip.contains("logs lap, state.rank"); }),
                 run.transcript());
        QVERIFY2(run.shown("dock.breakpoints").contains("(logs lap, state.rank)"), run.transcript());
        run.command(action::kContinue);
        QVERIFY2(run.until([&] { return view->model()->rowCount() == kRanks * kLaps; }), run.transcript());
        QVERIFY2(run.untilState(dbgr::session::SessionState::Exited), run.transcript());

        run.command("dock.traces");
        QCOMPARE(run.find<QComboBox>("tracePoints")->currentText(), QString("1: ring.cpp:%1").arg(line));
        QCOMPARE(view->model()->headerData(3, Qt::Horizontal).toString(), QString("lap"));
        view->header()->setSortIndicator(1, Qt::AscendingOrder); // by rank
        for (int row = 0; row < kRanks * kLaps; ++row) {
            QCOMPARE(view->model()->index(row, 1).data().toInt(), row / kLaps);
            QCOMPARE(view->model()->index(row, 3).data().toInt(), row % kLaps + 1);
            QCOMPARE(view->model()->index(row, 4).data().toInt(), row / kLaps);
        }

        run.click(run.find<QToolButton>("plotTraces"));
        auto* const plot = run.seen<dbgr::ui::TracePlot>("tracePlot");
        QVERIFY2(plot, run.transcript());
        QVERIFY2(run.until([&] { return plot->accessibleDescription().startsWith("3 curves, values from "); }),
                 run.transcript());
        plot->setFocus();
        run.key(Qt::Key_End);
        QVERIFY2(plot->chosenText().startsWith("Rank 0, after ") && plot->chosenText().endsWith(" s: 4"),
                 qPrintable(plot->chosenText()));
        run.find<QComboBox>("plottedExpression")->setCurrentIndex(1);
        run.find<QComboBox>("plotAxis")->setCurrentIndex(2);
        plot->setFocus();
        run.key(Qt::Key_End);
        QCOMPARE(plot->chosenText(), "Rank 2: 2");
        run.click(run.find<QToolButton>("plotTraces"));
        QVERIFY(run.seen<QTreeView>("tracesView"));

        run.click(run.find<QToolButton>("saveTraces"));
        auto* const dialog = run.seen<QFileDialog>("saveTracesDialog");
        QVERIFY2(dialog, run.transcript());
        const QString file = run.folder() + "/saved.json";
        run.type(file);
        run.key(Qt::Key_Return);
        QVERIFY2(run.until([&] { return QFile::exists(file); }), run.transcript());
        run.click(run.find<QToolButton>("clearTraces"));
        QVERIFY2(run.until([&] { return view->model()->rowCount() == 0; }), run.transcript());
        QVERIFY(run.find<QToolButton>("saveTraces")->isEnabled() == false);
    }
};

DBGR_GUI_TEST(TestGuiTraces);

} // namespace tst_gui_traces

#include "tst_gui_traces.moc"

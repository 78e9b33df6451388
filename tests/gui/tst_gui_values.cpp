// SPDX-License-Identifier: GPL-3.0-or-later
// Values of a real job are changed and put back in the window, by keys, and the program goes on with them.
#include "tests/support/gui/gui_main.h"
#include "tests/support/gui/source_hand.h"
#include "tests/support/gui/window_run.h"
#include "ui/window/action_table.h"

#include <QAbstractItemView>
#include <QLineEdit>
#include <QtTest>

namespace tst_gui_values {

using dbgr::session::SessionState;
using dbgr::test::builtProgram;
using dbgr::test::SourceHand;
using dbgr::test::WindowRun;
using dbgr::ui::BreakpointLook;
namespace action = dbgr::ui::action;

namespace {

struct Job
{
    WindowRun run;
    SourceHand source{run};

    /// Of rank 0, which leads.
    [[nodiscard]] bool untilValueIs(const QString& value)
    {
        return run.until([&] { return run.row("values.variables", "value").contains(value); });
    }
    void selectValue()
    {
        QAbstractItemView* const view = run.viewIn("values.variables");
        run.click(view, dbgr::test::rowWith(view->model(), "value"));
    }
};

void goToTheStop(Job& job)
{
    QVERIFY2(job.run.launchHeld(2, builtProgram("ring"), {}), job.run.transcript());
    QVERIFY2(job.source.untilShown("ring.cpp"), job.run.transcript());
    const std::uint32_t line = job.source.lineWith("state.samples.push_back(value)");
    job.source.clickMargin(line);
    QVERIFY2(job.run.until([&] { return job.source.markAt(line).look == BreakpointLook::Set; }), job.run.transcript());
    job.run.command(action::kContinue);
    QVERIFY2(job.run.untilState(SessionState::Running), job.run.transcript());
    QVERIFY2(job.run.untilStopped(), job.run.transcript());
    QVERIFY2(job.untilValueIs("2.5"), job.run.transcript());
}

void changeAndPutBack(Job& job)
{
    job.selectValue();
    job.run.key(Qt::Key_F2);
    auto* const line = job.run.seen<QLineEdit>("promptText");
    QVERIFY2(line && line->hasFocus(), job.run.transcript());
    job.run.type("7.25");
    job.run.key(Qt::Key_Return);
    QVERIFY2(job.untilValueIs("7.25"), job.run.transcript());
    QVERIFY2(job.run.notice("value is 7.25 in rank 0 now; it was 2.5"), job.run.transcript());
    job.run.command("values.undo");
    QVERIFY2(job.untilValueIs("2.5"), job.run.transcript());
    QVERIFY2(job.run.notice("value is 2.5 in rank 0 again"), job.run.transcript());
}

void whatIsWrongIsSaidAndStaysOpen(Job& job)
{
    job.selectValue();
    job.run.key(Qt::Key_F2);
    auto* const line = job.run.seen<QLineEdit>("promptText");
    QVERIFY(line);
    job.run.type("nonsense");
    job.run.key(Qt::Key_Return);
    QVERIFY2(job.run.until([&] { return line->isVisible() && line->text() == "nonsense"; }), job.run.transcript());
    QVERIFY2(job.untilValueIs("2.5"), job.run.transcript());
    line->clear();
    job.run.type("12.5");
    job.run.key(Qt::Key_Return);
    QVERIFY2(job.untilValueIs("12.5"), job.run.transcript());
}

void theProgramGoesOnWithIt(Job& job)
{
    const std::uint32_t line = job.source.lineWith("state.samples.push_back(value)");
    job.source.clickMargin(line);
    QVERIFY2(job.run.until([&] { return job.source.markAt(line).look == BreakpointLook::None; }), job.run.transcript());
    job.run.command(action::kContinue);
    QVERIFY2(job.run.untilTextOf("status.state", "ended with status 0"), job.run.transcript());
    QVERIFY2(job.run.untilHappened("value 12.5"), job.run.transcript());
}

} // namespace

class TestGuiValues : public QObject
{
    Q_OBJECT

private slots:
    void changedAndPutBack()
    {
        Job job;
        for (const auto step : {goToTheStop, changeAndPutBack, whatIsWrongIsSaidAndStaysOpen, theProgramGoesOnWithIt}) {
            step(job);
            if (QTest::currentTestFailed())
                return;
        }
    }
};

DBGR_GUI_TEST(TestGuiValues);

} // namespace tst_gui_values

#include "tst_gui_values.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Watched data, exceptions, ranks on hold and barriers of a real job, in the real window, by keys.
#include "tests/support/gui/gui_main.h"
#include "tests/support/gui/source_hand.h"
#include "tests/support/gui/window_run.h"
#include "tests/support/keeper/processor_watches.h"
#include "ui/window/action_table.h"

#include "ui/window/actions.h"

#include <QAbstractItemView>
#include <QAction>
#include <QLineEdit>
#include <QtTest>

#include <csignal>

namespace tst_gui_watchpoints {

using namespace dbgr;
using namespace dbgr::test;
namespace action = dbgr::ui::action;

namespace {

debug::BreakpointSpec stopIn(const char* function)
{
    debug::BreakpointSpec spec;
    spec.where = debug::FunctionName{function};
    return spec;
}

/// In the menu.
void choose(WindowRun& user, const char* name)
{
    QAction* const wanted = user.parts().actions.get(name);
    QVERIFY2(user.until([&] { return wanted->isEnabled(); }), user.transcript());
    wanted->trigger();
}

} // namespace

class TestGuiWatchpoints : public QObject
{
    Q_OBJECT

private slots:
    void aReportStopsARankAndAMenuSwitchesThat()
    {
        WindowRun user;
        QVERIFY2(user.launchHeld(2, builtProgram("debuggees/mpi_reports"), {"memory"}), user.transcript());
        QAction* const reports = user.parts().actions.get(action::kCatchReports);
        QVERIFY(reports->isChecked()); // before anybody has said so
        user.command(action::kContinue);
        QVERIFY2(user.untilHappened("AddressSanitizer: heap-use-after-free"), user.transcript());
        QVERIFY(user.session().breakpoints().all().empty());

        user.command(action::kCatchReports);
        QVERIFY(!reports->isChecked() && !user.session().catchesReports());
        choose(user, action::kCatchSanitizer);
        QVERIFY2(user.untilShown("breakpoints", "catch sanitizer"), user.transcript());
    }

    void aVariableIsWatchedUntilItsCallIsOver()
    {
        if (!processorWatches())
            QSKIP(kWatchesNothing);
        WindowRun user;
        begin(user, "sum");
        user.command(action::kStepOver); // local has its value
        QVERIFY2(user.untilStopped(), user.transcript());
        QVERIFY2(user.until([&] { return user.row("values.variables", "local").contains("0"); }), user.transcript());
        QAbstractItemView* const variables = user.viewIn("values.variables");
        user.click(variables, rowWith(variables->model(), "local"));
        user.key(Qt::CTRL | Qt::ALT | Qt::Key_W);
        QVERIFY2(user.untilShown("breakpoints", "watch local"), user.transcript());
        QVERIFY2(user.until([&] { return user.row("breakpoints", "watch local").contains("all 2"); }),
                 user.transcript());
        for (const char* const change :
             {R"("before":"0","after":"10")", R"("before":"10","after":"20")", R"("before":"20","after":"30")"}) {
            user.command(action::kContinue);
            QVERIFY2(user.untilHappened(change), user.transcript());
            QVERIFY2(user.untilStopped(), user.transcript());
        }
        user.command(action::kContinue);
        QVERIFY2(user.untilHappened(R"("reason":"scope-end")"), user.transcript());
        QVERIFY2(user.untilShown("breakpoints", "is over"), user.transcript());
    }

    void dataIsTypedAndExceptionsAreChosen()
    {
        if (!processorWatches())
            QSKIP(kWatchesNothing);
        WindowRun user;
        begin(user, "meet");
        user.command(action::kWatchData);
        user.type("g_total");
        user.key(Qt::Key_Return);
        QVERIFY2(user.until([&] { return user.row("breakpoints", "watch g_total").contains("all 2"); }),
                 user.transcript());
        user.command(action::kContinue);
        QVERIFY2(user.untilHappened(R"("before":"0","after":"1")"), user.transcript());
        QVERIFY2(user.untilStopped(), user.transcript());
        choose(user, action::kRemoveBreakpoints);
        choose(user, action::kCatchThrow);
        QVERIFY2(user.untilShown("breakpoints", "catch throw"), user.transcript());
        user.command(action::kContinue);
        QVERIFY2(user.untilHappened("threw std::out_of_range"), user.transcript());
        choose(user, action::kCatchThrow); // off again
        QVERIFY2(user.until([&] { return user.row("breakpoints", "catch throw").isEmpty(); }), user.transcript());
    }

    void dataIsWatchedSlowlyWithoutTheProcessor()
    {
        WindowRun user;
        begin(user, "meet");
        user.command(action::kWatchData);
        user.type("--slow g_total");
        user.key(Qt::Key_Return);
        QVERIFY2(user.until([&] { return user.row("breakpoints", "watch --slow g_total").contains("all 2"); }),
                 user.transcript());
        user.command(action::kContinue);
        QVERIFY2(user.untilHappened(R"("before":"0","after":"1")"), user.transcript());
        QVERIFY2(user.untilStopped(), user.transcript());
    }

    void ranksAreHeldAndGather()
    {
        WindowRun user;
        begin(user, "sum");
        choose(user, action::kRemoveBreakpoints);
        SourceHand source(user);
        QVERIFY2(source.untilShown("mpi_watch.cpp"), user.transcript());
        source.goTo(source.lineWith("g_total = round"));
        user.command(action::kBarrier);
        QVERIFY2(user.untilShown("breakpoints", "(barrier)"), user.transcript());
        QVERIFY(user.session().setFocus(util::RankSet(util::Rank(1))));
        user.command(action::kHold);
        QVERIFY2(user.untilHappened(R"("event":"on_hold")"), user.transcript());
        user.command(action::kFocusAll);
        user.command(action::kContinue);
        QVERIFY2(user.untilStopped(), user.transcript());
        QCOMPARE(user.session().onHold().toString(), std::string("0-1")); // one waits, one is held
        user.command(action::kUnhold);
        QVERIFY(user.until([&] { return user.session().onHold().empty(); }));
        user.command(action::kContinue);
        QVERIFY2(user.untilHappened(R"("event":"gathered")"), user.transcript());
    }

    void signalsHaveTheirDialog()
    {
        WindowRun user;
        begin(user, "meet");
        choose(user, action::kSignals);
        QVERIFY2(user.seen("signals"), user.transcript());
        user.key(Qt::Key_Space); // SIGHUP stops
        QVERIFY2(user.until([&] { return user.session().signalRules().rule(SIGHUP).stop; }), user.transcript());
        user.key(Qt::Key_Escape);
        user.command(action::kContinue);
        QVERIFY2(user.untilStopped(), user.transcript());
        ::kill(user.session().processes().at(util::Rank(0)).pid.value(), SIGHUP);
        user.command(action::kContinue);
        QVERIFY2(user.untilHappened(R"("signal":"SIGHUP")"), user.transcript());
    }

private:
    static void begin(WindowRun& user, const char* function)
    {
        QVERIFY2(user.launchHeld(2, builtProgram("debuggees/mpi_watch")), user.transcript());
        QVERIFY(user.session().addBreakpoint(stopIn(function)));
        user.command(action::kContinue);
        QVERIFY2(user.untilState(session::SessionState::Running), user.transcript());
        QVERIFY2(user.untilStopped(), user.transcript());
    }
};

DBGR_GUI_TEST(TestGuiWatchpoints);

} // namespace tst_gui_watchpoints

#include "tst_gui_watchpoints.moc"

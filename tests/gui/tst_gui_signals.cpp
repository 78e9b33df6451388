// SPDX-License-Identifier: GPL-3.0-or-later
// The window of signals, by keys, and what becomes of those that a real rank gets.
#include "tests/support/batch/job_processes.h"
#include "tests/support/gui/gui_main.h"
#include "tests/support/gui/window_run.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"

#include <QCheckBox>
#include <QPushButton>
#include <QTableWidget>
#include <QtTest>

#include <csignal>

namespace tst_gui_signals {

using namespace dbgr;
using namespace dbgr::test;
namespace action = dbgr::ui::action;

namespace {

enum Column
{
    kStop = 1,
    kTell = 2,
    kPass = 3
};

} // namespace

class TestGuiSignals : public QObject
{
    Q_OBJECT

private slots:
    void keysSayWhatBecomesOfASignal()
    {
        WindowRun user;
        QVERIFY2(user.launchHeld(2, builtProgram("debuggees/mpi_spin"), {"60", user.folder()}), user.transcript());
        toggle(user, kStop, Qt::Checked);
        toggle(user, kPass, Qt::Unchecked); // else it would end the rank
        QCOMPARE(user.session().signalRules().rule(SIGUSR1), (debug::SignalRule{SIGUSR1, true, false}));
        user.command(action::kContinue);
        QVERIFY2(lives(user), user.transcript());
        send(user);
        QVERIFY2(user.untilHappened("SIGUSR1"), user.transcript());

        toggle(user, kStop, Qt::Unchecked); // while it stands: what it gets from now on is under that rule
        QCOMPARE(user.session().signalRules().rule(SIGUSR1), (debug::SignalRule{SIGUSR1, false, false}));
        user.command(action::kContinue);
        QVERIFY2(lives(user), user.transcript());
        send(user);
        QVERIFY2(lives(user), user.transcript());

        toggle(user, kTell, Qt::Checked); // and while it runs
        QCOMPARE(user.session().signalRules().rule(SIGUSR1), (debug::SignalRule{SIGUSR1, false, false, true}));
        user.command(action::kPause);
        QVERIFY2(user.untilStopped(), user.transcript());
        user.command(action::kContinue);
        QVERIFY2(lives(user), user.transcript());
        send(user);
        QVERIFY2(user.untilHappened("\"event\":\"signal\""), user.transcript());
        QVERIFY2(lives(user), user.transcript());

        user.command(action::kPause);
        QVERIFY2(user.untilStopped(), user.transcript());
        QVERIFY(opened(user));
        auto* const usual = qobject_cast<QPushButton*>(WindowRun::button(user.find("signals"), "As Is Usual"));
        QVERIFY(usual && usual->isEnabled());
        user.click(usual);
        QVERIFY(!usual->isEnabled());
        QCOMPARE(user.session().signalRules().rule(SIGUSR1), debug::usualRule(SIGUSR1));
        user.key(Qt::Key_Escape);
        QVERIFY(user.until([&] { return !user.find("signals")->isVisible(); }));
        user.command(action::kContinue);
        QVERIFY2(lives(user), user.transcript());
        send(user);
        QVERIFY2(user.untilState(session::SessionState::Exited), user.transcript());
    }

    /// Each rank keeps what it has besides.
    void boxesTrapArithmeticOfTheFocus()
    {
        WindowRun user;
        QVERIFY2(user.launchHeld(2, builtProgram("debuggees/mpi_floats"), {}), user.transcript());
        user.session().trapFloats(util::RankSet(util::Rank(1)), util::FloatTraps::ofBits(4 | 8));
        QVERIFY(opened(user));
        const auto boxes = user.find("floatTraps")->findChildren<QCheckBox*>();
        QCOMPARE(boxes.size(), 5);
        QCOMPARE(boxes[0]->checkState(), Qt::Unchecked);
        QCOMPARE(boxes[1]->checkState(), Qt::PartiallyChecked);
        user.click(boxes[0]);
        QCOMPARE(user.session().floatTraps().ranksWith(util::FloatTrap::Invalid).toString(), std::string("0-1"));
        QCOMPARE(user.session().floatTraps().ranksWith(util::FloatTrap::Overflow).toString(), std::string("1"));
        boxes[2]->setFocus();
        user.key(Qt::Key_Space); // half: all have it then
        QCOMPARE(boxes[2]->checkState(), Qt::Checked);
        user.key(Qt::Key_Space);
        QVERIFY(user.session().floatTraps().ranksWith(util::FloatTrap::Overflow).empty());
        user.click(boxes[1]);
        user.click(boxes[1]);
        user.key(Qt::Key_Escape);
        QVERIFY(user.until([&] { return !user.find("signals")->isVisible(); }));
        user.command(action::kContinue);
        QVERIFY2(user.untilHappened("invalid floating point operation"), user.transcript());
        QVERIFY2(user.until([&] { return user.session().processes().standing().size() == 2; }), user.transcript());
        user.command(action::kContinue);
        QVERIFY2(user.untilState(session::SessionState::Exited), user.transcript());
    }

    /// As `handle` has them, in a window without a job.
    void thoseForRealTimeAreThereToo()
    {
        WindowRun user;
        QVERIFY2(user.open(), user.transcript());
        toggle(user, kStop, Qt::Checked, "SIGRTMIN+2");
        QCOMPARE(user.session().signalRules().rule(SIGRTMIN + 2), (debug::SignalRule{SIGRTMIN + 2, true, true}));
        const auto* const table = user.find("signals")->findChild<QTableWidget*>();
        QVERIFY(rowWith(table->model(), "SIGRTMAX").row() >= 0);
        for (int row = 0; row < table->rowCount(); ++row)
            QVERIFY(!table->item(row, table->columnCount() - 1)->text().isEmpty()); // what each means
    }

private:
    static void send(WindowRun& user) { ::kill(pid_t(spinPid(user.folder(), 1)), SIGUSR1); }
    static bool lives(WindowRun& user)
    {
        return user.meanwhile([&] { return beats(user.folder(), 1); });
    }
    /// The table, as soon as it has the keyboard; or null.
    static QTableWidget* opened(WindowRun& user)
    {
        user.parts().actions.get(action::kSignals)->trigger();
        auto* const table = user.seen("signals") ? user.find("signals")->findChild<QTableWidget*>() : nullptr;
        return table && user.until([&] { return table->hasFocus(); }) ? table : nullptr;
    }
    static void toggle(WindowRun& user, Column column, Qt::CheckState after, const char* signal = "SIGUSR1")
    {
        QTableWidget* const table = opened(user);
        QVERIFY(table);
        const int row = rowWith(table->model(), signal).row();
        QVERIFY(row >= 0);
        table->setCurrentCell(row, column);
        user.key(Qt::Key_Space);
        QCOMPARE(table->item(row, column)->checkState(), after);
        QCOMPARE(table->item(row, 0)->font().bold(), true);
        user.key(Qt::Key_Escape);
        QVERIFY(user.until([&] { return !user.find("signals")->isVisible(); }));
    }
};

DBGR_GUI_TEST(TestGuiSignals);

} // namespace tst_gui_signals

#include "tst_gui_signals.moc"

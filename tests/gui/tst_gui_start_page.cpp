// SPDX-License-Identifier: GPL-3.0-or-later
// The window without a job: launched by keyboard alone, what was launched before, preferences that count at once.
#include "tests/support/gui/gui_main.h"
#include "tests/support/gui/window_run.h"
#include "ui/settings/setting_keys.h"
#include "ui/window/action_table.h"

#include <QComboBox>
#include <QtTest>

namespace tst_gui_start_page {

using dbgr::session::SessionState;
using dbgr::test::builtProgram;
using dbgr::test::WindowRun;
namespace action = dbgr::ui::action;
namespace setting = dbgr::ui::setting;

class TestGuiStartPage : public QObject
{
    Q_OBJECT

private slots:
    void aJobIsLaunchedByKeysAloneAndRemembered()
    {
        WindowRun run;
        QVERIFY2(run.open(), run.transcript());
        QVERIFY(run.seen("startPage"));
        const QString command = "mpiexec -n 2 " + builtProgram("ring");
        run.type(command); // the keyboard is in the command line
        QCOMPARE(run.textOf("command"), command);
        run.key(Qt::Key_Return);
        QVERIFY2(run.untilTextOf("status.state", "held"), run.transcript());
        QVERIFY(!run.find("startPage")->isVisible());
        QVERIFY(run.find("dock.ranks")->isVisible());
        run.command(action::kContinue);
        QVERIFY2(run.untilTextOf("status.state", "ended with status 0"), run.transcript());

        run.command(action::kNewJob);
        QVERIFY2(run.seen("startPage"), run.transcript());
        QVERIFY(!run.find("dock.ranks")->isVisible());
        QVERIFY2(run.shown("recentLaunches").contains("mpiexec -n 2"), run.transcript());
    }

    void whereToStopFirstIsABreakpoint()
    {
        WindowRun run;
        QVERIFY2(run.open(), run.transcript());
        run.type("mpiexec -n 2 " + builtProgram("ring"));
        auto* const firstStop = run.find<QComboBox>("firstStop");
        QVERIFY(firstStop);
        firstStop->setFocus();
        run.type("work");
        run.key(Qt::Key_Return);
        QVERIFY2(run.untilTextOf("status.state", "held"), run.transcript());
        run.command(action::kContinue);
        QVERIFY2(run.untilTextOf("status.state", "stopped at breakpoint 1, work"), run.transcript());
    }

    void aThemeCountsAtOnce()
    {
        WindowRun run;
        QVERIFY2(run.open(), run.transcript());
        run.parts().settings.set(setting::kTheme, QStringLiteral("light"));
        const auto lightness = [&] { return run.window().palette().color(QPalette::Window).lightness(); };
        QVERIFY2(run.until([&] { return lightness() > 200; }), run.transcript());
        run.command(action::kPreferences);
        auto* const themes = run.seen<QComboBox>(setting::kTheme.name);
        QVERIFY2(themes, run.transcript());
        themes->setFocus();
        QVERIFY(run.until([&] { return themes->hasFocus(); }));
        const int dark = themes->findData(QStringLiteral("dark"));
        while (themes->currentIndex() != dark)
            run.key(themes->currentIndex() < dark ? Qt::Key_Down : Qt::Key_Up);
        QVERIFY2(run.until([&] { return lightness() < 80; }), run.transcript());
        run.key(Qt::Key_Escape);
        QVERIFY2(run.until([&] { return !run.find("preferences") || !run.find("preferences")->isVisible(); }),
                 run.transcript());
    }

    void otherKeysCountAtOnce()
    {
        WindowRun run;
        QVERIFY2(run.open(), run.transcript());
        QAction* const quit = run.parts().actions.get(action::kQuit);
        run.parts().actions.setKeys(quit, {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_Q)});
        run.key(Qt::CTRL | Qt::Key_Q); // nobody's now
        QVERIFY(!run.isClosed());
        run.key(Qt::CTRL | Qt::ALT | Qt::Key_Q);
        QVERIFY2(run.until([&] { return run.isClosed(); }), run.transcript());
    }

    void thePaletteFindsACommandByItsName()
    {
        WindowRun run;
        QVERIFY2(run.open(), run.transcript());
        run.command(action::kCommandPalette);
        QVERIFY2(run.seen("commandPalette"), run.transcript());
        run.type("preferences");
        run.key(Qt::Key_Return);
        QVERIFY2(run.seen("preferences"), run.transcript());
    }
};

DBGR_GUI_TEST(TestGuiStartPage);

} // namespace tst_gui_start_page

#include "tst_gui_start_page.moc"

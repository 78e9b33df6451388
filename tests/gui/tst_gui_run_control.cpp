// SPDX-License-Identifier: GPL-3.0-or-later
// Every way to let ranks run, or to keep them, has a key that works while the source has the keyboard, and is in the
// script that is saved.
#include "tests/support/gui/gui_main.h"
#include "tests/support/gui/source_hand.h"
#include "tests/support/gui/window_run.h"
#include "ui/window/action_table.h"

#include <QAction>
#include <QFile>
#include <QFileDialog>
#include <QtTest>

namespace tst_gui_run_control {

using dbgr::session::SessionState;
using dbgr::test::builtProgram;
using dbgr::test::SourceHand;
using dbgr::test::WindowRun;
namespace action = dbgr::ui::action;

class TestGuiRunControl : public QObject
{
    Q_OBJECT

    /// The key of the command, pressed in the source, and until ranks have gone and stand again.
    static void moveByKey(WindowRun& run, const char* name)
    {
        run.command(action::kFocusSource);
        const auto stops = run.transcript().count("\"event\":\"stopped\"");
        run.command(name);
        QVERIFY2(run.until([&] { return run.transcript().count("\"event\":\"stopped\"") > stops; }), run.transcript());
        QVERIFY2(run.untilStopped(), run.transcript());
    }

private slots:
    void keysWorkInTheSourceAndAreRecorded()
    {
        WindowRun run;
        QVERIFY2(run.launchHeld(2, builtProgram("ring")), run.transcript());
        SourceHand source(run);
        QVERIFY2(source.untilShown("ring.cpp"), run.transcript());
        source.goTo(source.lineWith("state.samples.push_back(value)"));
        run.command(action::kFocusSource);
        run.command(action::kTemporaryBreakpoint);
        moveByKey(run, action::kContinue);
        for (const char* const name : {action::kNextInstruction, action::kStepInstruction, action::kStepOver,
                                       action::kStepInto, action::kStepOut}) {
            moveByKey(run, name);
            if (QTest::currentTestFailed())
                return;
        }
        run.command(action::kFocusSource);
        run.command(action::kStepTogether);
        moveByKey(run, action::kStepOver);
        run.command(action::kStepTogether);
        run.command(action::kStepAlone);
        moveByKey(run, action::kStepOver);
        run.command(action::kStepAlone);
        run.command(action::kHold);
        QVERIFY2(run.until([&] { return run.session().onHold().size() == 2; }), run.transcript());
        run.command(action::kUnhold);
        QVERIFY2(run.until([&] { return run.session().onHold().empty(); }), run.transcript());
        source.goTo(source.lineWith("Token token{lap, 0, 0};"));
        run.command(action::kFocusSource);
        run.command(action::kBarrier);
        QVERIFY2(run.until([&] { return run.shown("dock.breakpoints").contains("ring.cpp"); }), run.transcript());

        run.command(action::kSaveScript);
        QVERIFY2(run.seen<QFileDialog>("saveScript"), run.transcript());
        const QString file = run.folder() + "/saved.dbgr";
        run.type(file);
        run.key(Qt::Key_Return);
        QVERIFY2(run.until([&] { return QFile::exists(file); }), run.transcript());
        QFile saved(file);
        QVERIFY(saved.open(QIODevice::ReadOnly));
        const QByteArray text = saved.readAll();
        for (const char* const line :
             {"\ntbreak ring.cpp:", "\ncontinue\n", "\nnexti\n", "\nstepi\n", "\nnext\n", "\nstep\n", "\nfinish\n",
              "\nnext --together\n", "\nnext --alone\n", "\nhold ", "\nunhold ", "\nbarrier ring.cpp:"})
            QVERIFY2(text.contains(line), (QByteArray(line) + " is not in\n" + text).constData());
    }
};

DBGR_GUI_TEST(TestGuiRunControl);

} // namespace tst_gui_run_control

#include "tst_gui_run_control.moc"

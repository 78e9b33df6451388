// SPDX-License-Identifier: GPL-3.0-or-later
// Groups of the ranks of a real job in the real window, and after its restart.
#include "tests/support/gui/gui_main.h"
#include "tests/support/gui/window_run.h"
#include "ui/ranks/group_line_edit.h"
#include "ui/ranks/group_strip.h"

#include <QToolButton>
#include <QtTest>

using namespace dbgr;
using namespace dbgr::test;

class TestGuiGroups : public QObject
{
    Q_OBJECT

private slots:
    void madeFocusedAndKept()
    {
        WindowRun user;
        QVERIFY(user.launchHeld(4, builtProgram("debuggees/mpi_stats")));
        QVERIFY(user.session().addBreakpoint(stopHere()));
        user.command("run.continue");
        QVERIFY(user.untilStopped());
        auto* const strip = user.window().findChild<ui::GroupStrip*>();
        const auto shows = [&](const char* text) {
            return user.until([&] { return WindowRun::button(strip, QString::fromLatin1(text)) != nullptr; });
        };
        QVERIFY(shows("all 4"));

        user.command("ranks.newGroup");
        user.type("high where u[0][0] > 100");
        user.key(Qt::Key_Return);
        QVERIFY(shows("high 2"));
        user.command("ranks.newGroup");
        user.type("low = !high");
        user.key(Qt::Key_Return);
        QVERIFY(shows("low 2"));
        user.command("ranks.newGroup");
        user.type("here = stopped & 1-3");
        user.key(Qt::Key_Return);
        QVERIFY(shows("here 3"));

        user.click(WindowRun::button(strip, QStringLiteral("high 2")));
        QVERIFY(user.until([&] { return user.session().focus().toString() == "2-3"; }));
        user.command("run.continue");
        QVERIFY(shows("here 1")); // it follows
        QVERIFY(shows("high 2"));

        user.command("run.restart");
        QVERIFY(user.seen("confirmation"));
        user.click(WindowRun::button(user.find("confirmation"), "Restart"));
        QVERIFY(shows("here 3")); // of another job, which is held
        QVERIFY(shows("low 2"));
        QVERIFY(shows("high 2"));
    }

private:
    static debug::BreakpointSpec stopHere()
    {
        debug::BreakpointSpec spec;
        spec.where = debug::SourceLine{"mpi_stats.cpp", 21};
        return spec;
    }
};

DBGR_GUI_TEST_MAIN(TestGuiGroups)
#include "tst_gui_groups.moc"

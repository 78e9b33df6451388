// SPDX-License-Identifier: GPL-3.0-or-later
// Groups of the ranks of a real job in the real window, by mouse and keys, and after its restart.
#include "tests/support/gui/gui_main.h"
#include "tests/support/gui/window_run.h"
#include "ui/ranks/group_line_edit.h"
#include "ui/ranks/group_strip.h"
#include "ui/ranks/rank_drag.h"
#include "ui/ranks/rank_grid.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QDragEnterEvent>
#include <QDragMoveEvent>
#include <QDropEvent>
#include <QMenu>
#include <QMimeData>
#include <QToolButton>
#include <QtTest>

namespace tst_gui_groups {

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

    void ranksComeAndGoByMouseAndByKeys()
    {
        WindowRun user;
        QVERIFY(user.launchHeld(4, builtProgram("debuggees/mpi_stats")));
        auto* const strip = user.window().findChild<ui::GroupStrip*>();
        auto* const grid = user.window().findChild<ui::RankGrid*>();
        const auto shows = [&](const char* text) {
            return user.until([&] { return WindowRun::button(strip, QString::fromLatin1(text)) != nullptr; });
        };
        QVERIFY(shows("all 4"));
        user.command("ranks.newGroup");
        user.type("bad = crashed");
        user.key(Qt::Key_Return);
        QVERIFY(shows("bad 0"));

        grid->select(*util::RankSet::parse("1-2", {}));
        QCOMPARE(drop(*strip, grid->selection(), "all 4"), Qt::IgnoreAction);
        QCOMPARE(drop(*strip, grid->selection(), "bad 0"), Qt::CopyAction);
        QVERIFY(shows("bad 2"));
        QVERIFY(user.notice("Added to group bad: 1-2. It was crashed before."));

        user.command("dock.ranks");
        user.key(Qt::Key_Home); // selects rank 0
        QVERIFY(pressMenuKey(user));
        QVERIFY(chooseByKeys(user, "Add rank 0 to Group"));
        QVERIFY(chooseByKeys(user, "bad"));
        QVERIFY(shows("bad 3"));
        QCOMPARE(definition(user), std::string("crashed | 0-2"));
        QWidget* const told = user.notice("Added to group bad: 0");
        QVERIFY(told);
        user.click(WindowRun::button(told, "Undo"));
        QVERIFY(shows("bad 2"));
        QCOMPARE(definition(user), std::string("crashed | 1-2"));
    }

    void draggedByTheHand()
    {
        WindowRun user;
        QVERIFY(user.launchHeld(4, builtProgram("debuggees/mpi_stats")));
        auto* const strip = user.window().findChild<ui::GroupStrip*>();
        auto* const grid = user.window().findChild<ui::RankGrid*>();
        QVERIFY(user.until([&] { return WindowRun::button(strip, QStringLiteral("all 4")) != nullptr; }));
        QVERIFY(user.session().defineGroup("bad", "crashed"));
        QVERIFY(user.until([&] { return WindowRun::button(strip, QStringLiteral("bad 0")) != nullptr; }));
        grid->select(*util::RankSet::parse("1-2", {}));
        const QPoint from = grid->viewport()->mapToGlobal(grid->cellRect(util::Rank(2)).center());
        const QWidget* const chip = WindowRun::button(strip, QStringLiteral("bad 0"));
        const QPoint to = chip->mapToGlobal(chip->rect().center());
        QVERIFY(user.meanwhile([from, to] { return dragWithTheMouse(from, to); }));
        QVERIFY(user.until([&] { return WindowRun::button(strip, QStringLiteral("bad 2")) != nullptr; }));
        QCOMPARE(grid->selection().toString(), std::string("1-2"));
    }

    void madeOfABranchOfTheStackTree()
    {
        WindowRun user;
        QVERIFY2(stopAll(user), user.transcript());
        QVERIFY(user.focusOn("2-3"));
        user.command("run.stepOver"); // to the barrier, and not into it
        QVERIFY(user.focusOn("0-3"));
        user.command("dock.stacks");
        QAbstractItemView* const stacks = user.viewIn("stacks");
        QVERIFY2(user.until([&] { return branchOf(*stacks, "2-3").isValid(); }), user.transcript());
        stacks->setCurrentIndex(branchOf(*stacks, "2-3"));
        user.key(Qt::CTRL | Qt::ALT | Qt::Key_Return);
        user.type("ahead");
        user.key(Qt::Key_Return);
        auto* const strip = user.window().findChild<ui::GroupStrip*>();
        QVERIFY2(user.until([&] { return WindowRun::button(strip, "ahead 2") != nullptr; }), user.transcript());
        QCOMPARE(user.session().groups().find("ahead")->definition.text(), std::string("2-3"));
    }

    void madeOfEqualValues()
    {
        WindowRun user;
        QVERIFY2(stopAll(user), user.transcript());
        QAbstractItemView* const variables = user.viewIn("values.variables");
        QVERIFY2(user.untilShown("values.variables", "scalar"), user.transcript());
        user.click(variables, rowWith(variables->model(), "wide"));
        user.key(Qt::Key_Right);
        QVERIFY2(user.untilShown("values.variables", "[1]"), user.transcript());
        user.click(variables, rowWith(variables->model(), "[2]"));
        user.key(Qt::CTRL | Qt::Key_Return); // different in each
        QAbstractItemView* const across = user.viewIn("values.across");
        QVERIFY2(user.until([&] { return across->isVisible() && across->model()->rowCount() == 4; }),
                 user.transcript());
        across->setFocus();
        across->setCurrentIndex(rowWith(across->model(), "9223372036854775805", 1));
        QVERIFY(across->currentIndex().isValid());
        QVERIFY(pressMenuKey(user));
        QVERIFY(chooseByKeys(user, "Make group of these ranks..."));
        user.type("third");
        user.key(Qt::Key_Return);
        auto* const strip = user.window().findChild<ui::GroupStrip*>();
        QVERIFY2(user.until([&] { return WindowRun::button(strip, "third 1") != nullptr; }), user.transcript());
        QCOMPARE(user.session().groups().find("third")->definition.text(), std::string("2"));

        user.click(variables, rowWith(variables->model(), "[1]"));
        user.key(Qt::CTRL | Qt::Key_Return); // the same in all
        QVERIFY2(user.until([&] { return across->model()->rowCount() == 1; }), user.transcript());
        across->setFocus();
        across->setCurrentIndex(across->model()->index(0, 0));
        QVERIFY(pressMenuKey(user));
        QVERIFY(chooseByKeys(user, "Make group of these ranks..."));
        user.type("alike");
        user.key(Qt::Key_Return);
        QVERIFY2(user.until([&] { return WindowRun::button(strip, "alike 4") != nullptr; }), user.transcript());
    }

private:
    /// In look() of mpi_stats, four ranks.
    static bool stopAll(WindowRun& user)
    {
        debug::BreakpointSpec first;
        first.where = debug::SourceLine{"mpi_stats.cpp", 20};
        if (!user.launchHeld(4, builtProgram("debuggees/mpi_stats")) || !user.session().addBreakpoint(first))
            return false;
        user.command("run.continue");
        return user.untilTextOf("status.state", "look") && user.untilStopped();
    }
    /// The first row of the stacks that has these ranks.
    static QModelIndex branchOf(const QAbstractItemView& stacks, const QString& ranks)
    {
        const QAbstractItemModel* const model = stacks.model();
        for (int column = 0; column < model->columnCount(); ++column) {
            if (const QModelIndex found = rowWith(model, ranks, column); found.isValid())
                return found;
        }
        return {};
    }
    /// \return what was done
    static Qt::DropAction drop(ui::GroupStrip& strip, const util::RankSet& ranks, const char* on)
    {
        const auto data = ui::makeRanksData({ranks, {}});
        const QPoint where = WindowRun::button(&strip, QString::fromLatin1(on))->geometry().center();
        QDragEnterEvent enter(where, Qt::CopyAction | Qt::MoveAction, data.get(), Qt::LeftButton, {});
        QCoreApplication::sendEvent(&strip, &enter);
        QDragMoveEvent move(where, Qt::CopyAction | Qt::MoveAction, data.get(), Qt::LeftButton, {});
        QCoreApplication::sendEvent(&strip, &move);
        QDropEvent event(where, Qt::CopyAction | Qt::MoveAction, data.get(), Qt::LeftButton, {});
        QCoreApplication::sendEvent(&strip, &event);
        return event.isAccepted() ? event.dropAction() : Qt::IgnoreAction;
    }

    /// Slowly enough that every window that is passed hears of it.
    static bool dragWithTheMouse(const QPoint& from, const QPoint& to)
    {
        const auto move = [](const QPoint& there) {
            return QString("mousemove %1 %2 sleep 0.2 ").arg(there.x()).arg(there.y());
        };
        return WindowRun::onDisplay(move(from) + "mousedown 1 sleep 0.2 " + move(from + QPoint(8, 8)) +
                                    move(from + QPoint(16, 0)) + move((from + to) / 2) + move(to - QPoint(2, 0)) +
                                    move(to) + "mouseup 1");
    }
    /// The display's: no test library makes a context menu of it.
    static bool pressMenuKey(WindowRun& user)
    {
        return user.meanwhile([] { return WindowRun::onDisplay("key --clearmodifiers Menu"); }) &&
               user.until([] { return qobject_cast<QMenu*>(QApplication::activePopupWidget()) != nullptr; });
    }
    /// Goes down to the entry, and takes it.
    static bool chooseByKeys(WindowRun& user, const QString& entry)
    {
        const auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        for (int i = 0; menu && i < 40; ++i) {
            const QAction* const now = menu->activeAction();
            if (now && now->text() == entry) {
                user.key(Qt::Key_Return); // opens a menu, too
                return user.until([menu] { return QApplication::activePopupWidget() != menu; });
            }
            user.key(Qt::Key_Down);
        }
        return false;
    }
    static std::string definition(WindowRun& user)
    {
        const session::RankGroup* const bad = user.session().groups().find("bad");
        return bad ? bad->definition.text() : "there is none";
    }
    static debug::BreakpointSpec stopHere()
    {
        debug::BreakpointSpec spec;
        spec.where = debug::SourceLine{"mpi_stats.cpp", 21};
        return spec;
    }
};

DBGR_GUI_TEST(TestGuiGroups);

} // namespace tst_gui_groups

#include "tst_gui_groups.moc"

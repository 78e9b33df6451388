// SPDX-License-Identifier: GPL-3.0-or-later
// Menus that are made when they open: the key for menus opens each of them, where the keyboard is, and no letter in it
// means two commands.
#include "tests/support/gui/gui_main.h"
#include "tests/support/gui/source_hand.h"
#include "tests/support/gui/window_run.h"
#include "ui/ranks/group_strip.h"
#include "ui/ranks/rank_grid.h"
#include "ui/source/source_tabs.h"
#include "ui/source/source_view.h"
#include "ui/widgets/filtered_view.h"
#include "ui/window/action_table.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QMenu>
#include <QTabBar>
#include <QTimer>
#include <QToolButton>
#include <QtTest>

#include <set>

namespace tst_gui_menus {

using namespace dbgr;
using dbgr::test::builtProgram;
using dbgr::test::SourceHand;
using dbgr::test::WindowRun;

namespace {

/// What the key for menus does on a display: the event goes to whatever has the keyboard, to where it says it is.
void pressMenuKey()
{
    QWidget* const to = QApplication::focusWidget();
    const QPoint where = to->inputMethodQuery(Qt::ImCursorRectangle).toRect().center();
    QContextMenuEvent event(QContextMenuEvent::Keyboard, where, to->mapToGlobal(where));
    QApplication::sendEvent(to, &event);
}

QMenu* openMenu()
{
    return qobject_cast<QMenu*>(QApplication::activePopupWidget());
}

/// In front of its tab, and with the keyboard.
bool takeKeyboard(WindowRun& run, QWidget* widget)
{
    for (QWidget* up = widget; up; up = up->parentWidget()) {
        if (auto* const dock = qobject_cast<QDockWidget*>(up)) {
            dock->show();
            dock->raise();
        }
    }
    if (!run.until([&] { return widget->isVisible(); }, 2000))
        return false;
    widget->setFocus(Qt::TabFocusReason);
    return run.until([&] { return widget->hasFocus(); }, 2000);
}

/// What is wrong with the letters of a menu and of those in it.
QStringList faultsOf(const QMenu& menu, const QString& where)
{
    QStringList faults;
    std::set<QChar> seen;
    for (const QAction* const action : menu.actions()) {
        if (action->isSeparator())
            continue;
        if (action->text().trimmed().isEmpty())
            faults << where + ": an entry says nothing";
        const QString letters = QKeySequence::mnemonic(action->text()).toString(); // "Alt+C"
        if (!letters.isEmpty() && !seen.insert(letters.back()).second)
            faults << where + ": two commands have " + letters.back() + ", one is " + action->text();
        if (action->menu())
            faults += faultsOf(*action->menu(), where + " > " + action->text());
    }
    return faults;
}

/// Opens the menu of each by its key, and closes it.
struct Walk
{
    WindowRun& run;
    QStringList faults = {};
    int opened = 0;

    void visit(const QString& name, QWidget* widget)
    {
        if (!takeKeyboard(run, widget)) {
            qInfo("%s is not seen now", qPrintable(name));
            return;
        }
        auto* const list = qobject_cast<QAbstractItemView*>(widget);
        const bool isEmpty = list && list->model()->rowCount() == 0;
        if (list && !isEmpty)
            list->setCurrentIndex(list->model()->index(0, 0));
        pressMenuKey();
        if (!run.until([] { return openMenu() != nullptr; }, 5000)) {
            faults << name + ": no menu";
            return;
        }
        ++opened;
        const QMenu* const menu = openMenu();
        const QList<QAction*> actions = menu->actions();
        if (!isEmpty && std::none_of(actions.begin(), actions.end(),
                                     [](const QAction* one) { return one->isEnabled() && !one->isSeparator(); }))
            faults << name + ": nothing in it can be done";
        if (!run.window().frameGeometry().intersects(menu->frameGeometry()))
            faults << name + ": it is not over the window";
        faults += faultsOf(*menu, name);
        QTest::keyClick(openMenu(), Qt::Key_Escape);
        if (!run.until([] { return !QApplication::activePopupWidget(); }, 5000))
            return QTest::qFail(qPrintable(name + " stays"), __FILE__, __LINE__);
        if (!run.until([&] { return widget->hasFocus(); }, 5000))
            faults << name + ": it does not give the keyboard back";
    }
    [[nodiscard]] bool isWithoutFault() const
    {
        for (const QString& fault : faults)
            qWarning("%s", qPrintable(fault));
        return faults.isEmpty();
    }
};

/// A job that stands in work(), with something in each list.
bool bringUp(WindowRun& run)
{
    if (!run.launchHeld(4, builtProgram("ring")))
        return false;
    SourceHand source(run);
    debug::BreakpointSpec work;
    work.where = debug::FunctionName{"work"};
    if (!source.untilShown("ring.cpp") || !run.session().addBreakpoint(work) ||
        !run.session().defineGroup("front", "0-1"))
        return false;
    run.command("run.continue");
    return run.untilTextOf("status.state", "work") && run.untilStopped();
}

} // namespace

class TestGuiMenus : public QObject
{
    Q_OBJECT

private slots:
    void theMenuKeyOpensTheMenuOfWhateverHasTheKeyboard()
    {
        WindowRun run;
        QVERIFY2(bringUp(run), run.transcript());
        std::vector<std::pair<QString, QWidget*>> all{{"grid", run.window().findChild<ui::RankGrid*>()},
                                                      {"source", run.window().findChild<ui::SourceView*>()},
                                                      {"tabs", run.window().findChild<ui::SourceTabs*>()->tabBar()}};
        for (QToolButton* const button : run.window().findChild<ui::GroupStrip*>()->findChildren<QToolButton*>()) {
            if (button->isVisible() && (button->text().startsWith("front") || button->text().startsWith("all")))
                all.emplace_back("group " + button->text(), button);
        }
        for (const ui::FilteredView* const view : run.window().findChildren<ui::FilteredView*>()) {
            if (view->isEnabled())
                all.emplace_back(view->objectName(), view->view());
        }
        QVERIFY(all.size() > 10);
        Walk walk{run};
        for (const auto& [name, widget] : all)
            walk.visit(name, widget);
        QVERIFY(walk.isWithoutFault());
        QVERIFY2(walk.opened > 10, qPrintable(QString::number(walk.opened)));
    }

    void thoseOfPanelsThatAreOpenedLaterDoToo()
    {
        WindowRun run;
        QVERIFY2(bringUp(run), run.transcript());
        QAbstractItemView* const variables = run.viewIn("values.variables");
        QVERIFY2(run.untilShown("values.variables", "value"), run.transcript());
        run.click(variables, test::rowWith(variables->model(), "value"));
        run.key(Qt::CTRL | Qt::Key_Return);
        QAbstractItemView* const across = run.viewIn("values.across");
        QVERIFY2(run.until([&] { return across->isVisible() && across->model()->rowCount() > 0; }), run.transcript());
        run.click(variables, test::rowWith(variables->model(), "value"));
        run.key(Qt::CTRL | Qt::SHIFT | Qt::Key_Return);
        QAbstractItemView* const statistics = run.viewIn("values.statistics");
        QVERIFY2(run.until([&] { return statistics->isVisible() && statistics->model()->rowCount() > 0; }),
                 run.transcript());
        Walk walk{run};
        walk.visit("across", across);
        walk.visit("statistics", statistics);
        QVERIFY(walk.isWithoutFault());
        QCOMPARE(walk.opened, 2);
    }

    void shiftF10DoesWhatTheMenuKeyDoes()
    {
        WindowRun run;
        QVERIFY2(bringUp(run), run.transcript());
        for (QWidget* const widget : {static_cast<QWidget*>(run.window().findChild<ui::RankGrid*>()),
                                      static_cast<QWidget*>(run.window().findChild<ui::SourceView*>()),
                                      static_cast<QWidget*>(run.viewIn("values.variables"))}) {
            QVERIFY2(takeKeyboard(run, widget), run.transcript());
            QTimer::singleShot(0, &run.window(), [&run] { run.key(Qt::SHIFT | Qt::Key_F10); });
            QVERIFY2(run.until([] { return openMenu() != nullptr; }, 5000), widget->metaObject()->className());
            QTest::keyClick(openMenu(), Qt::Key_Escape);
            QVERIFY(run.until([] { return !QApplication::activePopupWidget(); }, 5000));
        }
    }

    void thatOfRecentLaunchesDoesToo()
    {
        WindowRun run;
        QVERIFY2(run.launchHeld(2, builtProgram("ring")), run.transcript());
        run.command("run.continue");
        QVERIFY2(run.untilTextOf("status.state", "ended with status 0"), run.transcript());
        run.command(ui::action::kNewJob);
        QVERIFY2(run.seen("startPage"), run.transcript());
        QAbstractItemView* const recent = run.viewIn("recentLaunches");
        QVERIFY(recent && recent->model()->rowCount() == 1);
        Walk walk{run};
        walk.visit("recent launches", recent);
        QVERIFY(walk.isWithoutFault());
        QCOMPARE(walk.opened, 1);
    }

    void itIsAboutTheTabWithTheKeyboard()
    {
        WindowRun run;
        QVERIFY2(bringUp(run), run.transcript());
        auto* const tabs = run.window().findChild<ui::SourceTabs*>();
        QVERIFY2(takeKeyboard(run, tabs->tabBar()), run.transcript());
        pressMenuKey();
        QVERIFY(run.until([] { return openMenu() != nullptr; }, 5000));
        QVERIFY(run.until([] { return openMenu()->isVisible(); }, 5000));
        const QRect tab(tabs->tabBar()->mapToGlobal(tabs->tabBar()->tabRect(tabs->currentIndex()).topLeft()),
                        tabs->tabBar()->tabRect(tabs->currentIndex()).size());
        QVERIFY(tab.intersects(openMenu()->frameGeometry()));
        const int before = tabs->count();
        QTest::keyClick(openMenu(), Qt::Key_C); // Close
        QVERIFY(run.until([&] { return tabs->count() == before - 1; }, 5000));
        QVERIFY(!openMenu());
    }

    void itIsAboutTheCurrentRowAlsoOutOfSight()
    {
        WindowRun run;
        QVERIFY2(bringUp(run), run.transcript());
        for (int i = 0; i < 40; ++i) {
            debug::BreakpointSpec other;
            other.where = debug::FunctionName{"none" + std::to_string(i)};
            QVERIFY(run.session().addBreakpoint(other));
        }
        QAbstractItemView* const view = run.viewIn("breakpoints");
        QVERIFY(view && takeKeyboard(run, view));
        QVERIFY(run.until([&] { return view->model()->rowCount() > 40; }));
        int about = -2;
        connect(run.find<ui::FilteredView>("breakpoints"), &ui::FilteredView::contextMenuAboutToShow, this,
                [&](QMenu&, const QModelIndex& source) { about = source.row(); });
        view->setCurrentIndex(view->model()->index(0, 0));
        view->scrollToBottom();
        QVERIFY(!view->viewport()->rect().intersects(view->visualRect(view->currentIndex())));
        pressMenuKey();
        QVERIFY(run.until([] { return openMenu() != nullptr; }, 5000));
        const QRect row = view->visualRect(view->currentIndex());
        QVERIFY(view->viewport()->rect().contains(row.center().x() < 0 ? QPoint(0, row.center().y()) : row.topLeft()));
        QCOMPARE(about, 0);
        QTest::keyClick(openMenu(), Qt::Key_Escape);
    }
};

DBGR_GUI_TEST(TestGuiMenus);

} // namespace tst_gui_menus

#include "tst_gui_menus.moc"

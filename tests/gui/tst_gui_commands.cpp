// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing in the window needs a mouse: each command has keys, or a place in the menus and in the palette.
#include "tests/support/gui/gui_main.h"
#include "tests/support/gui/window_run.h"
#include "ui/window/actions.h"
#include "ui/window/main_window.h"

#include <QDockWidget>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QTextEdit>
#include <QToolBar>
#include <QToolButton>
#include <QtTest>

#include <set>

namespace tst_gui_commands {

using dbgr::test::WindowRun;

namespace {

void collect(const QMenu* menu, std::set<const QAction*>& to)
{
    for (const QAction* const action : menu->actions()) {
        to.insert(action);
        if (action->menu())
            collect(action->menu(), to);
    }
}

std::set<const QAction*> menuActions(const WindowRun& run)
{
    std::set<const QAction*> all;
    for (const QAction* const action : const_cast<WindowRun&>(run).window().menuBar()->actions()) {
        all.insert(action);
        if (action->menu())
            collect(action->menu(), all);
    }
    return all;
}

/// Of Qt's own widgets, whose keys are those of every program; or a menu, which is opened from where it stands.
bool isQts(const QAction& action)
{
    for (const QObject* up = action.parent(); up; up = up->parent()) {
        if (qobject_cast<const QLineEdit*>(up) || qobject_cast<const QTextEdit*>(up))
            return true;
    }
    const bool shows =
        qobject_cast<const QDockWidget*>(action.parent()) || qobject_cast<const QToolBar*>(action.parent());
    return shows || action.isSeparator() || action.menu() || action.text().isEmpty() ||
           qobject_cast<const QMenu*>(action.parent());
}

/// A button that Tab comes to.
bool hasButton(const QAction& action)
{
    for (const QObject* const object : action.associatedObjects()) {
        const auto* const button = qobject_cast<const QToolButton*>(object);
        if (button && (button->focusPolicy() & Qt::TabFocus))
            return true;
    }
    return false;
}

} // namespace

class TestGuiCommands : public QObject
{
    Q_OBJECT

private slots:
    void everyCommandHasKeysOrAPlaceInTheMenus()
    {
        WindowRun run;
        QVERIFY(run.open());
        const std::set<const QAction*> inMenus = menuActions(run);
        const QList<QAction*>& known = run.parts().actions.all(); // the palette has these
        QStringList lost;
        int own = 0;
        for (const QAction* const action : run.window().findChildren<QAction*>()) {
            if (isQts(*action) || inMenus.contains(action) || known.contains(action))
                continue;
            ++own;
            if (action->shortcut().isEmpty() && !hasButton(*action))
                lost << action->text() + " of " + QString::fromLatin1(action->parent()->metaObject()->className());
        }
        QVERIFY(own > 20); // it sees the docks'
        QCOMPARE(lost.join("; "), QString());
    }

    void noKeysMeanTwoCommandsOfOneView()
    {
        WindowRun run;
        QVERIFY(run.open());
        QStringList twice;
        for (const QWidget* const widget : run.window().findChildren<QWidget*>()) {
            std::set<QString> seen;
            for (const QAction* const action : widget->actions()) {
                for (const QKeySequence& keys : action->shortcuts()) {
                    if (!keys.isEmpty() && !seen.insert(keys.toString()).second)
                        twice << keys.toString() + ": " + action->text();
                }
            }
        }
        for (const QAction* const action : run.parts().actions.all()) {
            for (const QKeySequence& keys : action->shortcuts()) {
                const QAction* const other = keys.isEmpty() ? nullptr : run.parts().actions.ownerOf(keys, action);
                if (other)
                    twice << keys.toString() + ": " + action->text() + ", " + other->text();
            }
        }
        QCOMPARE(twice.join("; "), QString());
    }
};

DBGR_GUI_TEST(TestGuiCommands);

} // namespace tst_gui_commands

#include "tst_gui_commands.moc"

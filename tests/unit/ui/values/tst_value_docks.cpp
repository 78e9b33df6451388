// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/ui/print_tree.h"
#include "tests/unit/ui/values/value_job.h"
#include "ui/bridge/notices.h"
#include "ui/settings/setting_keys.h"
#include "ui/settings/settings.h"
#include "ui/theme/theme.h"
#include "ui/values/across_panel.h"
#include "ui/values/variables_dock.h"
#include "ui/values/watches_dock.h"
#include "ui/widgets/filtered_view.h"
#include "ui/window/actions.h"
#include "ui/window/ui_context.h"

#include <QAction>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTreeView>

namespace tst_value_docks {

using namespace dbgr;
using test::compound;
using test::variable;

namespace {

struct Docks : test::ValueJob
{
    Docks()
    {
        locals = {variable("hop", "4"), compound("state", "{step = 1, rank = 0}", 1, 2)};
        children[1] = {variable("step", "1"), variable("rank", "0")};
        children[1][0].path = "state.step";
        values["hop"] = {test::value("0-1", "4"), test::value("2-3", "6")};
    }
    /// Also lets the views say what they show.
    void settleAll()
    {
        for (int round = 0; round < 4; ++round) {
            QCoreApplication::processEvents();
            settle();
        }
    }
    template <class Dock>
    void show(Dock& dock)
    {
        dock.resize(400, 300);
        dock.show();
        settleAll();
    }

    QTemporaryDir folder;
    ui::Settings settings{folder.filePath("settings.ini")};
    ui::Theme theme{settings};
    ui::Actions actions{settings, theme};
    ui::Notices notices;
    ui::UiContext context{bridge, place, notices, settings, theme, actions};
};

QTreeView* treeOf(QWidget& dock, const char* name)
{
    for (QTreeView* const tree : dock.findChildren<QTreeView*>()) {
        if (tree->accessibleName() == QLatin1String(name))
            return tree;
    }
    return nullptr;
}

void trigger(QTreeView* tree, const QString& text)
{
    for (QAction* const action : tree->actions()) {
        if (action->text().remove(QLatin1Char('&')) == text)
            return action->trigger();
    }
    QFAIL("no such action");
}

/// The line in which the current row is edited; null if it is not.
QLineEdit* editorOf(const QTreeView* tree)
{
    return qobject_cast<QLineEdit*>(tree->indexWidget(tree->currentIndex()));
}

QString textOf(const QTreeView* tree)
{
    return test::printTree(*tree->model(), test::valueMarks);
}

} // namespace

class TestValueDocks : public QObject
{
    Q_OBJECT

private slots:
    void openRowsStayOpenOverAStep();
    void asksOnlyWhileShown();
    void comparesWhatIsSeen();
    void groupOfAComparisonCanBeFocused();
    void threadsAreComparedByKeyAndFollowStops();
    void statisticsFollowStopsWhileTheyAreOpen();
    void watchesHaveStatisticsWithoutTheirFormat();
    void elementsOfFortranAreGoneToByTheirBounds();
    void rowsHaveFormatsOverStops();
    void variableGoesToTheWatches();
    void watchIsTypedInPlace();
    void aClickOnTheLastRowAddsAWatch();
    void typingOnTheLastRowAddsAWatchAndElsewhereFilters();
    void addingShowsTheRowThatAFilterHides();
    void aVariableThatIsWatchedByItsKeyIsTheOnlySelectedRow();
    void deleteRemovesAWatch();
    void aValueIsChangedAndPutBackByKeys();
    void aChangeThatCannotBeStaysOpenAndSaysWhy();
    void theLineBeginsWithWhatCouldBeTyped();
    void escapeChangesNothing();
    void ranksThatRunOnKeepWhatWasChanged();
};

void TestValueDocks::openRowsStayOpenOverAStep()
{
    Docks job;
    ui::VariablesDock dock(job.context);
    job.show(dock);
    job.stop();
    QTreeView* const tree = treeOf(dock, "Variables");
    tree->expand(tree->model()->index(1, 0));
    job.settleAll();
    QVERIFY(textOf(tree).contains("  step | 1"));
    tree->setCurrentIndex(tree->model()->index(1, 0, tree->model()->index(1, 0)));

    job.locals.insert(job.locals.begin(), variable("first", "0"));
    job.go();
    job.stop();
    job.settleAll();
    QVERIFY(tree->isExpanded(tree->model()->index(2, 0)));
    QCOMPARE(tree->currentIndex().data().toString(), "rank");

    const auto ofWork = std::exchange(job.locals, {variable("n", "1")});
    job.function = "token";
    job.go();
    job.stop();
    job.locals = ofWork;
    job.function = "work";
    job.go();
    job.stop();
    job.settleAll();
    QVERIFY(tree->isExpanded(tree->model()->index(2, 0)));
}

void TestValueDocks::asksOnlyWhileShown()
{
    Docks job;
    ui::VariablesDock dock(job.context);
    job.stop();
    QCOMPARE(job.fake->count<debug::GetVariables>(), std::size_t(0));
    job.show(dock);
    QCOMPARE(job.fake->count<debug::GetVariables>(), std::size_t(1));
    dock.hide();
    job.go();
    job.stop();
    QCOMPARE(job.fake->count<debug::GetVariables>(), std::size_t(1));
}

void TestValueDocks::comparesWhatIsSeen()
{
    Docks job;
    job.locals.clear();
    for (int i = 0; i < 500; ++i)
        job.locals.push_back(variable("v" + std::to_string(i), "1"));
    ui::VariablesDock dock(job.context);
    job.show(dock);
    job.stop();
    job.settleAll();
    QVERIFY(job.evaluated.size() >= 5);
    QVERIFY(job.evaluated.size() < 40); // 300 pixels of 500 rows
    QVERIFY(textOf(treeOf(dock, "Variables")).startsWith("v0 | 1 | = all"));
}

void TestValueDocks::groupOfAComparisonCanBeFocused()
{
    Docks job;
    ui::VariablesDock dock(job.context);
    job.show(dock);
    job.stop();
    QTreeView* const tree = treeOf(dock, "Variables");
    tree->setCurrentIndex(tree->model()->index(0, 0));
    trigger(tree, "Compare Across Ranks");
    job.settleAll();
    QTreeView* const groups = treeOf(dock, "Values across ranks");
    QVERIFY(groups->isVisible());
    QCOMPARE(textOf(groups), "0-1 | 4\n2-3 | 6\n");
    emit groups->activated(groups->model()->index(1, 0));
    job.settleAll();
    QCOMPARE(job.session->focus().toString(), "2-3");
}

void TestValueDocks::threadsAreComparedByKeyAndFollowStops()
{
    Docks job;
    job.threadValues = [](util::Rank rank) {
        return rank.value() == 3 ? std::vector<std::string>{"1", "2", "!not in scope"}
                                 : std::vector<std::string>{"1", "2", "2"};
    };
    ui::VariablesDock dock(job.context);
    job.stop();
    job.show(dock);
    QTreeView* const tree = treeOf(dock, "Variables");
    tree->setFocus();
    tree->setCurrentIndex(tree->model()->index(0, 0));
    job.evaluated.clear();
    QTest::keyClick(tree, Qt::Key_Return, Qt::ControlModifier | Qt::AltModifier);
    job.settleAll();
    QTreeView* const rows = treeOf(dock, "Values across ranks");
    QVERIFY(rows->isVisible());
    QCOMPARE(rows->model()->headerData(0, Qt::Horizontal).toString(), QString("Threads"));
    QCOMPARE(textOf(rows), "0-3.1 | 1\n0-3.2, 0-2.3 | 2\n3.3 | not in scope!\n");
    QCOMPARE(job.evaluated, (std::vector<std::string>{"in threads: hop"}));

    job.go();
    job.settleAll();
    QCOMPARE(textOf(rows), "0-3.1~ | 1~\n0-3.2, 0-2.3~ | 2~\n3.3~ | not in scope~!\n"); // of before
    job.threadValues = [](util::Rank rank) { return std::vector<std::string>{std::to_string(rank.value()), "9"}; };
    job.stop();
    job.settleAll();
    QCOMPARE(textOf(rows), "0.1 | 0\n0-3.2 | 9\n1.1 | 1\n2.1 | 2\n3.1 | 3\n");

    // A row makes its ranks the focus, and its first thread the shown one.
    emit rows->activated(rows->model()->index(1, 0));
    job.settleAll();
    QCOMPARE(job.session->focus().toString(), "0-3");
    QVERIFY(job.place.thread() == util::ThreadId(102));
    emit rows->activated(rows->model()->index(4, 0));
    job.settleAll();
    QCOMPARE(job.session->focus().toString(), "3");
    QCOMPARE(textOf(rows), "3.1 | 3\n3.2 | 9\n");

    // The switch goes back to ranks; nothing is asked in threads then, nor while nobody looks.
    auto* const byThread = dock.findChild<QToolButton*>("acrossThreads");
    job.evaluated.clear();
    byThread->click();
    (void)job.session->setFocus(test::ranks("0-3"));
    job.settleAll();
    QCOMPARE(rows->model()->headerData(0, Qt::Horizontal).toString(), QString("Ranks"));
    QCOMPARE(textOf(rows), "0-1 | 4\n2-3 | 6\n");
    byThread->click();
    dock.hide();
    job.evaluated.clear();
    job.go();
    job.stop();
    job.settleAll();
    QVERIFY(job.evaluated.empty());
    dock.show();
    job.settleAll();
    QVERIFY(std::ranges::count(job.evaluated, "in threads: hop") == 1);
}

void TestValueDocks::statisticsFollowStopsWhileTheyAreOpen()
{
    Docks job;
    job.statistics = {{test::ranks("0-2"), "double [4]", 4, 0, 0, "1", "3", "[0]", "[3]", 2, 0.5},
                      {test::ranks("3"), "", 0, 0, 0, "", "", "", "", 0, 0, "not allocated"}};
    ui::VariablesDock dock(job.context);
    job.stop();
    job.show(dock);
    QTreeView* const tree = treeOf(dock, "Variables");
    QTreeView* const table = treeOf(dock, "Statistics of ranks");
    QVERIFY(!table->isVisible());
    tree->setFocus();
    tree->setCurrentIndex(tree->model()->index(0, 0));
    QTest::keyClick(tree, Qt::Key_Return, Qt::ControlModifier | Qt::ShiftModifier);
    job.settleAll();
    QVERIFY(table->isVisible());
    QCOMPARE(job.summedUp, (std::vector<std::string>{"0-3: hop"}));
    const auto cell = [&](int row, int column) { return table->model()->index(row, column).data().toString(); };
    QCOMPARE(table->model()->rowCount(), 3);
    QCOMPARE(cell(0, 0) + ": " + cell(0, 2) + " .. " + cell(0, 3), "0-2: 1 at [0] .. 3 at [3]");
    QCOMPARE(cell(1, 0) + ": " + cell(1, 1), "all of 0-2: 12");
    QCOMPARE(cell(2, 0) + ": " + cell(2, 1), "3: not allocated");

    job.go();
    job.settleAll();
    QVERIFY(test::valueMarks(table->model()->index(0, 1)).contains('~')); // of before
    job.stop();
    job.settleAll();
    QCOMPARE(job.summedUp.size(), std::size_t(2));
    QVERIFY(!test::valueMarks(table->model()->index(0, 1)).contains('~'));

    dock.hide();
    job.go();
    job.stop();
    job.settleAll();
    QCOMPARE(job.summedUp.size(), std::size_t(2)); // nobody sees it
    dock.show();
    job.settleAll();
    QCOMPARE(job.summedUp.size(), std::size_t(3));

    emit table->activated(table->model()->index(0, 0));
    job.settleAll();
    QCOMPARE(job.session->focus(), test::ranks("0-2"));
    for (QToolButton* const button : dock.findChildren<QToolButton*>()) {
        if (button->accessibleName() == "Close the statistics")
            button->click();
    }
    QVERIFY(!table->isVisible());
}

void TestValueDocks::watchesHaveStatisticsWithoutTheirFormat()
{
    Docks job;
    ui::WatchesDock dock(job.context);
    job.stop();
    job.show(dock);
    dock.addExpression("/x u + 1");
    job.settleAll();
    trigger(treeOf(dock, "Watches"), "Statistics");
    job.settleAll();
    QCOMPARE(job.summedUp, (std::vector<std::string>{"0-3: u + 1"}));
}

void TestValueDocks::variableGoesToTheWatches()
{
    Docks job;
    ui::VariablesDock dock(job.context);
    job.show(dock);
    job.stop();
    QTreeView* const tree = treeOf(dock, "Variables");
    tree->expand(tree->model()->index(1, 0));
    job.settleAll();
    tree->setCurrentIndex(tree->model()->index(0, 0, tree->model()->index(1, 0)));
    QSignalSpy wanted(&dock, &ui::VariablesDock::watchWanted);
    trigger(tree, "Add to Watches");
    QCOMPARE(wanted.value(0).value(0).toString(), "state.step");
    trigger(tree, "Copy Value");
    QCOMPARE(QGuiApplication::clipboard()->text(), "1");
    tree->setCurrentIndex(tree->model()->index(1, 0));
    trigger(tree, "Copy as Text");
    QCOMPARE(QGuiApplication::clipboard()->text(), "state = {step = 1, rank = 0}\n  step = 1\n  rank = 0\n");
}

void TestValueDocks::watchIsTypedInPlace()
{
    Docks job;
    ui::WatchesDock dock(job.context);
    job.show(dock);
    QTreeView* const tree = treeOf(dock, "Watches");
    QTest::keyClick(tree, Qt::Key_Down);
    QTest::keyClick(tree, Qt::Key_Return); // on the only row
    auto* const edit = tree->viewport()->findChild<QLineEdit*>();
    QVERIFY(edit);
    QTest::keyClicks(edit, "hop");
    QTest::keyClick(edit, Qt::Key_Return);
    job.stop();
    job.settleAll();
    QCOMPARE(textOf(tree), "hop | 4 | 4..6, 2 values | int\nAdd...\n");
}

void TestValueDocks::aClickOnTheLastRowAddsAWatch()
{
    Docks job;
    ui::WatchesDock dock(job.context);
    dock.addExpression("hop");
    job.show(dock);
    QTreeView* const tree = treeOf(dock, "Watches");
    const auto clickRow = [&](int row) {
        const QPoint where = tree->visualRect(tree->model()->index(row, 0)).center();
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, where);
    };
    clickRow(0);
    QVERIFY(!editorOf(tree)); // a watch is only selected
    clickRow(1);
    QVERIFY(editorOf(tree));
    QTest::keyClicks(editorOf(tree), "state");
    QTest::keyClick(editorOf(tree), Qt::Key_Return);
    job.settleAll();
    QCOMPARE(job.settings.value(ui::setting::kWatches), QStringList({"hop", "state"}));
}

void TestValueDocks::typingOnTheLastRowAddsAWatchAndElsewhereFilters()
{
    Docks job;
    ui::WatchesDock dock(job.context);
    job.show(dock);
    QTreeView* const tree = treeOf(dock, "Watches");
    QTest::keyClicks(tree, "h"); // there is nothing to filter
    QVERIFY(editorOf(tree));
    QTest::keyClicks(editorOf(tree), "op");
    QTest::keyClick(editorOf(tree), Qt::Key_Return);
    QCoreApplication::processEvents();
    QCOMPARE(job.settings.value(ui::setting::kWatches), QStringList("hop"));

    tree->setCurrentIndex(tree->model()->index(1, 0));
    QTest::keyClicks(tree, "n");
    QVERIFY(editorOf(tree));
    QCOMPARE(editorOf(tree)->text(), "n");
    QTest::keyClick(editorOf(tree), Qt::Key_Escape);
    QCoreApplication::processEvents();

    tree->setCurrentIndex(tree->model()->index(0, 0));
    QTest::keyClicks(tree, "x");
    QVERIFY(!editorOf(tree));
    QCOMPARE(tree->model()->rowCount(), 0);
}

void TestValueDocks::addingShowsTheRowThatAFilterHides()
{
    Docks job;
    ui::WatchesDock dock(job.context);
    dock.addExpression("hop");
    job.show(dock);
    QTreeView* const tree = treeOf(dock, "Watches");
    dock.findChild<ui::FilteredView*>("values.watches")->setFilter("hop");
    QCOMPARE(tree->model()->rowCount(), 1);
    trigger(tree, "Add Expression");
    QVERIFY(editorOf(tree));
    QCOMPARE(tree->model()->rowCount(), 2);
}

void TestValueDocks::aVariableThatIsWatchedByItsKeyIsTheOnlySelectedRow()
{
    Docks job;
    ui::VariablesDock variables(job.context);
    ui::WatchesDock watches(job.context);
    QObject::connect(&variables, &ui::VariablesDock::watchWanted, &watches, &ui::WatchesDock::addExpression);
    job.show(watches);
    job.show(variables);
    job.stop();
    job.settleAll();
    QVERIFY(QTest::qWaitForWindowActive(&variables));
    QTreeView* const tree = treeOf(variables, "Variables");
    tree->setFocus();
    for (int row = 0; row < 2; ++row) {
        tree->setCurrentIndex(tree->model()->index(row, 0));
        QTest::keyClick(variables.windowHandle(), Qt::Key_W, Qt::ControlModifier); // the key is down all the while
    }
    QTreeView* const watched = treeOf(watches, "Watches");
    QCOMPARE(job.settings.value(ui::setting::kWatches), QStringList({"hop", "state"}));
    QCOMPARE(watched->selectionModel()->selectedRows().size(), 1);
    QCOMPARE(watched->currentIndex().data().toString(), "state");
}

void TestValueDocks::deleteRemovesAWatch()
{
    Docks job;
    ui::WatchesDock dock(job.context);
    dock.addExpression("a");
    dock.addExpression("b");
    job.show(dock);
    QTreeView* const tree = treeOf(dock, "Watches");
    tree->selectAll();
    trigger(tree, "Remove");
    QCOMPARE(textOf(tree), "Add...\n");
}

namespace {

QLineEdit* promptOf(const QWidget& dock)
{
    return dock.findChild<QLineEdit*>("promptText");
}

/// Shows the dock of a job that stands, with its first row selected.
QTreeView* standAt(Docks& job, ui::VariablesDock& dock)
{
    job.show(dock);
    job.stop();
    job.settleAll();
    QTreeView* const tree = treeOf(dock, "Variables");
    tree->setCurrentIndex(tree->model()->index(0, 0));
    return tree;
}

} // namespace

void TestValueDocks::elementsOfFortranAreGoneToByTheirBounds()
{
    Docks job;
    ui::VariablesDock dock(job.context);
    job.locals = {test::compound("field", "(...)", 7, 303)};
    job.locals[0].type = "real(kind=8), allocatable (-2:300)";
    job.children[7].clear();
    for (int i = -2; i <= 300; ++i)
        job.children[7].push_back(test::variable('(' + std::to_string(i) + ')', std::to_string(i)));
    QTreeView* const tree = standAt(job, dock);
    QVERIFY(QTest::qWaitForWindowActive(&dock));
    trigger(tree, "Go to Element...");
    QLineEdit* const line = promptOf(dock);
    QVERIFY(line->isVisible());
    QCOMPARE(line->placeholderText(), "-2");
    line->setText("150");
    QTest::keyClick(line, Qt::Key_Return);
    job.settleAll();
    QCOMPARE(tree->currentIndex().siblingAtColumn(0).data().toString(), "(150)");
}

void TestValueDocks::rowsHaveFormatsOverStops()
{
    Docks job;
    ui::VariablesDock dock(job.context);
    QTreeView* const tree = standAt(job, dock);
    const auto value = [&](int row) { return tree->model()->index(row, ui::value_column::kValue).data().toString(); };
    QCOMPARE(value(0), "4");
    const auto choose = [&](const QString& name) {
        tree->setCurrentIndex(tree->model()->index(0, 0));
        for (QAction* const action : tree->actions()) {
            if (!action->menu())
                continue;
            for (QAction* const format : action->menu()->actions()) {
                if (format->text().remove(QLatin1Char('&')) == name)
                    format->trigger();
            }
        }
        job.settleAll();
    };
    job.values["hop"] = {test::value("0-3", "0x4")}; // whatever the format is
    choose("Hexadecimal");
    QCOMPARE(value(0), "0x4");
    QVERIFY(tree->model()->index(0, ui::value_column::kValue).data(Qt::ToolTipRole).toString().contains("\n4"));
    QVERIFY(!value(1).startsWith("0x"));
    job.values["hop"] = {test::value("0-3", "0x5")};
    job.locals[0].value = "5";
    job.go();
    job.stop();
    job.settleAll();
    QCOMPARE(value(0), "0x5");
    choose("Natural");
    QCOMPARE(value(0), "5");
}

void TestValueDocks::aValueIsChangedAndPutBackByKeys()
{
    Docks job;
    ui::VariablesDock dock(job.context);
    QTreeView* const tree = standAt(job, dock);
    QVERIFY(QTest::qWaitForWindowActive(&dock));
    tree->setFocus();
    QAction* const undo = job.actions.find("values.undo");
    QVERIFY(undo && !undo->isEnabled());
    QCOMPARE(undo->shortcut(), QKeySequence(QKeySequence::Undo));
    QTest::keyClick(dock.windowHandle(), Qt::Key_F2);
    QLineEdit* const line = promptOf(dock);
    QVERIFY(line->isVisible() && line->hasFocus());
    QCOMPARE(line->text(), "4");
    QVERIFY(line->accessibleName().contains("hop"));
    QTest::keyClicks(line, "5");
    QTest::keyClick(line, Qt::Key_Return);
    job.settleAll();
    QVERIFY(!line->isVisible());
    QVERIFY(tree->hasFocus());
    QCOMPARE(job.changed, std::vector<std::string>{"0: hop = 5"}); // in the rank that is shown
    QVERIFY2(textOf(tree).contains("5*"), qPrintable(textOf(tree)));
    QCOMPARE(job.notices.all().back().text, QString("hop is 5 in rank 0 now; it was 4."));
    QCOMPARE(job.notices.all().back().actions, QStringList("values.undo"));
    QVERIFY(undo->isEnabled());
    QTest::keyClick(dock.windowHandle(), Qt::Key_Z, Qt::ControlModifier);
    job.settleAll();
    QVERIFY2(!textOf(tree).contains("5*"), qPrintable(textOf(tree)));
    QCOMPARE(job.notices.all().back().text, QString("hop is 4 in rank 0 again."));
    QVERIFY(!undo->isEnabled());
}

void TestValueDocks::aChangeThatCannotBeStaysOpenAndSaysWhy()
{
    Docks job;
    ui::VariablesDock dock(job.context);
    QTreeView* const tree = standAt(job, dock);
    job.refusal = "the number does not fit";
    trigger(tree, "Change Value...");
    QLineEdit* const line = promptOf(dock);
    QTest::keyClicks(line, "99999999999");
    QTest::keyClick(line, Qt::Key_Return);
    job.settleAll();
    QVERIFY(line->isVisible());
    QCOMPARE(line->text(), "99999999999");
    QStringList words;
    for (const QLabel* const label : line->parentWidget()->findChildren<QLabel*>())
        words << label->text();
    QVERIFY2(words.contains("the number does not fit"), qPrintable(words.join('|')));
    QVERIFY(!job.actions.find("values.undo")->isEnabled());
    job.refusal.clear();
    line->setText("3");
    QTest::keyClick(line, Qt::Key_Return);
    job.settleAll();
    QVERIFY(!line->isVisible());
    QVERIFY2(textOf(tree).contains("3*"), qPrintable(textOf(tree)));
}

void TestValueDocks::theLineBeginsWithWhatCouldBeTyped()
{
    Docks job;
    job.locals = {variable("letter", "97 'a'"), variable("word", "0x7ffe \"a b\""), variable("text", "'a ''b'"),
                  variable("below", "-3.5"), compound("state", "{step = 1}", 1, 2)};
    ui::VariablesDock dock(job.context);
    QTreeView* const tree = standAt(job, dock);
    const QStringList wanted{"97", "0x7ffe", "'a ''b'", "-3.5", ""};
    for (int row = 0; row < wanted.size(); ++row) {
        tree->setCurrentIndex(tree->model()->index(row, 0));
        trigger(tree, "Change Value...");
        QCOMPARE(promptOf(dock)->text(), wanted[row]);
        QTest::keyClick(promptOf(dock), Qt::Key_Escape);
    }
    QVERIFY(job.changed.empty());
}

void TestValueDocks::escapeChangesNothing()
{
    Docks job;
    ui::VariablesDock dock(job.context);
    QTreeView* const tree = standAt(job, dock);
    trigger(tree, "Change Value...");
    QTest::keyClicks(promptOf(dock), "5");
    QTest::keyClick(promptOf(dock), Qt::Key_Escape);
    job.settleAll();
    QVERIFY(!promptOf(dock)->isVisible());
    QVERIFY(job.changed.empty());
}

void TestValueDocks::ranksThatRunOnKeepWhatWasChanged()
{
    Docks job;
    ui::VariablesDock dock(job.context);
    QTreeView* const tree = standAt(job, dock);
    trigger(tree, "Change Value...");
    QTest::keyClicks(promptOf(dock), "5");
    QTest::keyClick(promptOf(dock), Qt::Key_Return);
    job.settleAll();
    QVERIFY(job.actions.find("values.undo")->isEnabled());
    job.go();
    QVERIFY(!job.actions.find("values.undo")->isEnabled());
    trigger(tree, "Change Value..."); // of a value of an earlier stop
    QVERIFY(!promptOf(dock)->isVisible());
}

DBGR_TEST(TestValueDocks, QApplication);

} // namespace tst_value_docks

#include "tst_value_docks.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/filtered_view.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"

#include <QAction>
#include <QClipboard>
#include <QHeaderView>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QStandardItemModel>
#include <QTreeView>
#include <QVBoxLayout>

namespace tst_filtered_view {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

struct View : test::UiFixture
{
    View()
    {
        model.setHorizontalHeaderLabels({"name", "value"});
        filtered.setObjectName("variables");
        filtered.setEmptyText("No variables", "Stop a rank to see what it holds");
        filtered.setModel(&model);
        filtered.resize(300, 200);
        filtered.show();
        tree->setFocus();
    }
    void fill()
    {
        for (const char* const name : {"token", "hop", "state"})
            model.appendRow({new QStandardItem(name), new QStandardItem("1")});
        model.item(2)->appendRow({new QStandardItem("kind"), new QStandardItem("2")});
    }
    [[nodiscard]] QLineEdit* line() const { return filtered.findChild<QLineEdit*>(); }
    [[nodiscard]] EmptyState* empty() const { return filtered.findChild<EmptyState*>(); }
    [[nodiscard]] QStringList shown() const
    {
        QStringList names;
        for (int row = 0; row < tree->model()->rowCount(); ++row)
            names << tree->model()->index(row, 0).data().toString();
        return names;
    }

    QStandardItemModel model;
    QTreeView* tree = new QTreeView;
    FilteredView filtered{tree, context};
};

} // namespace

class TestFilteredView : public QObject
{
    Q_OBJECT

private slots:
    void typingFilters();
    void parentsOfWhatMatchesStay();
    void escapeClosesTheFilter();
    void aBlankIsTheViews();
    void anEmptyViewSaysWhatWouldFillIt();
    void aFilterThatMatchesNothingSaysSo();
    void copyIsOfTheSelectedRows();
    void indexesAreMapped();
    void contextActionsWorkByTheirKeys();
    void itsKeysComeBeforeTheSameOnesOfTheWindow();
    void aKeyWorksAgainAfterAMenuThatDisabledIt();
    void commandsOfTheWindowKeepTheirKeysEverywhere();
    void columnWidthsAreRemembered();
};

void TestFilteredView::typingFilters()
{
    View view;
    view.fill();
    QVERIFY(view.line()->isHidden());
    QTest::keyClicks(view.tree, "o");
    QVERIFY(!view.line()->isHidden());
    QCOMPARE(view.shown(), QStringList({"token", "hop"}));
    QTest::keyClicks(view.line(), "K");
    QCOMPARE(view.shown(), QStringList({"token"}));
}

void TestFilteredView::parentsOfWhatMatchesStay()
{
    View view;
    view.fill();
    QTest::keyClicks(view.tree, "kind");
    QCOMPARE(view.filtered.filter(), "kind");
    QCOMPARE(view.shown(), QStringList({"state"}));
    QVERIFY(view.tree->isExpanded(view.tree->model()->index(0, 0)));
}

void TestFilteredView::escapeClosesTheFilter()
{
    View view;
    view.fill();
    QTest::keyClicks(view.tree, "tok");
    QTest::keyClick(view.line(), Qt::Key_Escape);
    QVERIFY(view.line()->isHidden());
    QCOMPARE(view.shown().size(), 3);
    QTest::keyClicks(view.tree, "tok");
    QTest::keyClick(view.tree, Qt::Key_Escape);
    QCOMPARE(view.shown().size(), 3);
}

void TestFilteredView::aBlankIsTheViews()
{
    View view;
    view.fill();
    QTest::keyClick(view.tree, Qt::Key_Space);
    QVERIFY(view.line()->isHidden());
}

void TestFilteredView::anEmptyViewSaysWhatWouldFillIt()
{
    View view;
    QVERIFY(!view.empty()->isHidden());
    QCOMPARE(view.empty()->accessibleName(), "No variables");
    view.fill();
    QVERIFY(view.empty()->isHidden());
    view.model.removeRows(0, 3);
    QVERIFY(!view.empty()->isHidden());
}

void TestFilteredView::aFilterThatMatchesNothingSaysSo()
{
    View view;
    view.fill();
    QTest::keyClicks(view.tree, "xyz");
    QVERIFY(!view.empty()->isHidden());
    QCOMPARE(view.empty()->accessibleName(), "Nothing matches \"xyz\"");
}

void TestFilteredView::copyIsOfTheSelectedRows()
{
    View view;
    view.fill();
    view.tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    view.tree->selectAll();
    view.tree->header()->hideSection(1);
    QTest::keySequence(view.tree, QKeySequence::Copy);
    QCOMPARE(QGuiApplication::clipboard()->text(), "token\nhop\nstate");
}

void TestFilteredView::indexesAreMapped()
{
    View view;
    view.fill();
    view.filtered.setFilter("hop");
    const QModelIndex hop = view.model.index(1, 0);
    QCOMPARE(view.filtered.fromSource(hop).row(), 0);
    QCOMPARE(view.filtered.toSource(view.filtered.fromSource(hop)), hop);
    QVERIFY(!view.filtered.fromSource(view.model.index(0, 0)).isValid());
}

void TestFilteredView::contextActionsWorkByTheirKeys()
{
    View view;
    view.fill();
    QAction remove("Remove");
    remove.setShortcut(Qt::Key_Delete);
    view.filtered.addContextActions({&remove});
    int removed = 0;
    connect(&remove, &QAction::triggered, this, [&] { ++removed; });
    QVERIFY(QTest::qWaitForWindowActive(&view.filtered));
    QTest::keyClick(view.tree, Qt::Key_Delete);
    QCOMPARE(removed, 1);
}

void TestFilteredView::itsKeysComeBeforeTheSameOnesOfTheWindow()
{
    View view;
    view.fill();
    QMainWindow window;
    QAction ofWindow("Close the file");
    ofWindow.setShortcut(Qt::CTRL | Qt::Key_W);
    window.addAction(&ofWindow);
    QAction ofView("Watch");
    ofView.setShortcut(Qt::CTRL | Qt::Key_W);
    view.filtered.addContextActions({&ofView});
    auto* const source = new QLineEdit;
    auto* const middle = new QWidget;
    auto* const column = new QVBoxLayout(middle);
    column->addWidget(source);
    column->addWidget(&view.filtered);
    window.setCentralWidget(middle);
    int watched = 0;
    int closed = 0;
    connect(&ofView, &QAction::triggered, this, [&] { ++watched; });
    connect(&ofWindow, &QAction::triggered, this, [&] { ++closed; });
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    view.tree->setFocus();
    QTest::keyClick(view.tree, Qt::Key_W, Qt::ControlModifier);
    QCOMPARE(watched, 1);
    QCOMPARE(closed, 0);
    source->setFocus();
    QTest::keyClick(source, Qt::Key_W, Qt::ControlModifier);
    QCOMPARE(closed, 1);
    view.filtered.setParent(nullptr); // a member, which the window must not delete
}

void TestFilteredView::aKeyWorksAgainAfterAMenuThatDisabledIt()
{
    View view;
    view.fill();
    QAction remove("Remove");
    remove.setShortcut(Qt::Key_Delete);
    view.filtered.addContextActions({&remove});
    int removed = 0;
    connect(&remove, &QAction::triggered, this, [&] { ++removed; });
    connect(&view.filtered, &FilteredView::contextMenuAboutToShow, this, [&] { remove.setEnabled(false); });
    emit view.tree->customContextMenuRequested({5, 5});
    auto* const menu = view.filtered.findChild<QMenu*>();
    QVERIFY(menu);
    QVERIFY(!remove.isEnabled());
    menu->close();
    QTest::keyClick(view.tree, Qt::Key_Delete);
    QCOMPARE(removed, 1);
}

void TestFilteredView::commandsOfTheWindowKeepTheirKeysEverywhere()
{
    View view;
    QAction* const focusAll = view.actions.get(action::kFocusAll);
    view.filtered.addContextActions({focusAll});
    QVERIFY(view.tree->actions().contains(focusAll));
    QCOMPARE(focusAll->shortcutContext(), Qt::WindowShortcut);
}

void TestFilteredView::columnWidthsAreRemembered()
{
    View view;
    view.fill();
    QStandardItemModel model(1, 2);
    const auto open = [&](int width) {
        auto* const tree = new QTreeView;
        FilteredView filtered(tree, view.context);
        filtered.setObjectName("threads");
        filtered.setColumnChars({10});
        filtered.setModel(&model);
        const int before = tree->columnWidth(0);
        tree->setColumnWidth(0, width);
        return before;
    };
    QCOMPARE(open(137), 12 * view.filtered.fontMetrics().averageCharWidth());
    QCOMPARE(open(50), 137);
}

DBGR_TEST(TestFilteredView, QApplication);

} // namespace tst_filtered_view

#include "tst_filtered_view.moc"

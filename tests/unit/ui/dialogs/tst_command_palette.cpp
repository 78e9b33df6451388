// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QSignalSpy>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/dialogs/command_palette.h"
#include "ui/dialogs/palette_role.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"

#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QVBoxLayout>

namespace tst_command_palette {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

struct Opened : test::UiFixture
{
    Opened()
    {
        window.resize(800, 600);
        auto* const layout = new QVBoxLayout(&window);
        layout->addWidget(&editor);
        palette = new CommandPalette(context, &window);
        window.show();
        window.activateWindow();
        editor.setFocus();
    }
    ~Opened() { delete palette; }

    [[nodiscard]] QLineEdit* line() const { return palette->findChild<QLineEdit*>("paletteLine"); }
    [[nodiscard]] QListView* list() const { return palette->findChild<QListView*>("paletteList"); }
    void type(const QString& text)
    {
        palette->open();
        QTest::keyClicks(line(), text);
    }

    QWidget window;
    QLineEdit editor;
    CommandPalette* palette;
};

QString first(const CommandModel& model)
{
    return model.rowCount() == 0 ? QString() : model.index(0).data().toString();
}

} // namespace

class TestCommandPalette : public QObject
{
    Q_OBJECT

private slots:
    void everyCommandIsThereInItsOrder();
    void aFewLettersFindACommand_data();
    void aFewLettersFindACommand();
    void lettersFoundByChanceDoNotCount();
    void whatCannotBeDoneStandsBehindAndSaysSo();
    void dockCommandsAreFoundToo();
    void returnDoesTheCommandAndGivesTheKeyboardBack();
    void arrowsChooseAnotherOne();
    void escapeClosesOnly();
    void disabledCommandsAreNotDone();
    void aClickElsewhereCloses();
};

void TestCommandPalette::everyCommandIsThereInItsOrder()
{
    Opened test;
    CommandModel model(test.actions);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), int(actionTable().size()) - 1); // without the palette itself
    QCOMPARE(first(model), "New Job");
    model.setPattern("step");
    model.setPattern("nothing has these");
    QCOMPARE(model.rowCount(), 0);
}

void TestCommandPalette::aFewLettersFindACommand_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("name");
    QTest::newRow("sov") << "sov"
                         << "Step Over";
    QTest::newRow("stout") << "stout"
                           << "Step Out";
    QTest::newRow("cont") << "cont"
                          << "Continue";
    QTest::newRow("tb") << "tb"
                        << "Toggle Breakpoint";
    QTest::newRow("pref") << "pref"
                          << "Preferences";
    QTest::newRow("crashed") << "crashed"
                             << "Crashed Ranks";
    QTest::newRow("with the menu") << "breakpoints enable"
                                   << "Enable All";
}

void TestCommandPalette::aFewLettersFindACommand()
{
    QFETCH(QString, pattern);
    QFETCH(QString, name);
    Opened test;
    CommandModel model(test.actions);
    model.setPattern(pattern);
    QCOMPARE(first(model), name);
}

void TestCommandPalette::lettersFoundByChanceDoNotCount()
{
    Opened test;
    CommandModel model(test.actions);
    model.setPattern("ran");
    QVERIFY(model.rowCount() > 0);
    for (int row = 0; row < model.rowCount(); ++row)
        QVERIFY(!model.index(row).data().toString().contains("Breakpoint")); // has these letters, too
}

void TestCommandPalette::whatCannotBeDoneStandsBehindAndSaysSo()
{
    Opened test;
    CommandModel model(test.actions);
    test.actions.get(action::kStepOver)->setEnabled(false);
    model.setPattern("step");
    QCOMPARE(model.index(0).data().toString(), "Step Into");
    const QModelIndex last = model.index(model.rowCount() - 1);
    QCOMPARE(last.data().toString(), "Step Over");
    QVERIFY(last.data(TipRole).toString().startsWith("Not possible now."));
}

void TestCommandPalette::dockCommandsAreFoundToo()
{
    Opened test;
    test.actions.add("dock.ranks", "Show Ranks", {});
    CommandModel model(test.actions);
    model.setPattern("show ranks");
    QCOMPARE(first(model), "Show Ranks");
    QCOMPARE(model.index(0).data(DetailRole).toString(), "View");
}

void TestCommandPalette::returnDoesTheCommandAndGivesTheKeyboardBack()
{
    Opened test;
    QTRY_VERIFY(test.editor.hasFocus());
    QSignalSpy spy(test.actions.get(action::kToggleBreakpoint), &QAction::triggered);
    test.type("tb");
    QVERIFY(test.palette->isVisible());
    QTest::keyClick(test.line(), Qt::Key_Return);
    QVERIFY(!test.palette->isVisible());
    QVERIFY(test.editor.hasFocus());
    QTRY_COMPARE(spy.size(), 1);
}

void TestCommandPalette::arrowsChooseAnotherOne()
{
    Opened test;
    QSignalSpy spy(test.actions.get(action::kStepInto), &QAction::triggered);
    test.type("step");
    QTest::keyClick(test.line(), Qt::Key_Down);
    QCOMPARE(test.list()->currentIndex().data().toString(), "Step Into");
    QTest::keyClick(test.line(), Qt::Key_Return);
    QTRY_COMPARE(spy.size(), 1);
}

void TestCommandPalette::escapeClosesOnly()
{
    Opened test;
    QTRY_VERIFY(test.editor.hasFocus());
    test.window.addAction(test.actions.get(action::kFocusSource)); // its key is Escape, too
    QSignalSpy spy(test.actions.get(action::kFocusSource), &QAction::triggered);
    test.type("back to source");
    QTest::keyClick(test.line(), Qt::Key_Escape);
    QVERIFY(!test.palette->isVisible());
    QVERIFY(test.editor.hasFocus());
    QCOMPARE(spy.size(), 0);
}

void TestCommandPalette::disabledCommandsAreNotDone()
{
    Opened test;
    test.actions.get(action::kKill)->setEnabled(false);
    test.type("kill job");
    QTest::keyClick(test.line(), Qt::Key_Return);
    QVERIFY(test.palette->isVisible());
    QVERIFY(test.palette->findChild<QLabel*>()->text().startsWith("Not possible now."));
}

void TestCommandPalette::aClickElsewhereCloses()
{
    Opened test;
    QTRY_VERIFY(test.editor.hasFocus());
    test.type("kill");
    QTRY_VERIFY(test.line()->hasFocus());
    test.editor.setFocus();
    QVERIFY(!test.palette->isVisible());
}

DBGR_TEST(TestCommandPalette, QApplication);

} // namespace tst_command_palette

#include "tst_command_palette.moc"

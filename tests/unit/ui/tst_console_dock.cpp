// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QtTest>

#include "session/output_store.h"
#include "tests/support/run/test_class.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/console/console_dock.h"
#include "ui/console/console_export.h"
#include "ui/console/console_row.h"
#include "ui/console/console_view.h"
#include "ui/console/pane_tabs.h"

#include <QAccessible>
#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolButton>

namespace tst_console_dock {

using namespace dbgr;
using namespace dbgr::ui;
using namespace dbgr::test;
using util::Rank;

namespace {

struct DockFixture : UiFixture
{
    explicit DockFixture(std::uint32_t size = 4)
    {
        if (size > 0)
            bringUpRunning(size);
        settle();
        dock.resize(700, 260);
        dock.show();
    }
    void write(std::uint32_t rank, std::string text)
    {
        fake->write(Rank(rank), std::move(text));
        settle();
        while (dock.model().isBehind())
            QCoreApplication::processEvents();
    }
    void writeLines(int count)
    {
        std::string lines;
        for (int i = 0; i < count; ++i)
            lines += "line " + std::to_string(i) + "\n";
        write(0, lines);
    }
    ConsoleView& view() { return dock.view(); }
    QString lastVisible() { return view().visibleLines().split(QLatin1Char('\n')).last(); }
    template <class T>
    T* child(const char* name)
    {
        return dock.findChild<T*>(QLatin1String(name));
    }
    QLineEdit* line() { return child<QLineEdit>("stdinLine"); }
    PaneTabs* tabs() { return child<PaneTabs>("consolePanes"); }
    QStringList tabTexts()
    {
        QStringList texts;
        for (int i = 0; i < tabs()->count(); ++i)
            texts << tabs()->tabText(i) + (tabs()->hasNews(i) ? QStringLiteral("*") : QString());
        return texts;
    }
    void showTab(const QString& text) { tabs()->setCurrentIndex(int(tabTexts().indexOf(text))); }

    ConsoleDock dock{context};
};

} // namespace

class TestConsoleDock : public QObject
{
    Q_OBJECT

private slots:
    void newOutputIsToldWhileNobodySeesIt()
    {
        DockFixture f;
        QSignalSpy news(&f.dock, &ConsoleDock::newsChanged);
        QSignalSpy filled(&f.dock, &ConsoleDock::filled);
        f.write(0, "seen\n");
        QCOMPARE(news.count(), 0);
        QCOMPARE(filled.count(), 1);
        f.dock.hide();
        f.settle();
        QCOMPARE(news.count(), 0);
        f.write(1, "unseen\n");
        f.write(2, "unseen, too\n");
        QCOMPARE(news.count(), 1);
        QVERIFY(news.last().first().toBool());
        f.dock.show();
        QCOMPARE(news.count(), 2);
        QVERIFY(!news.last().first().toBool());
        QCOMPARE(filled.count(), 1);
    }

    void findSaysHowManyLinesThereAreAndWhichIsShown()
    {
        DockFixture f;
        f.writeLines(30);
        QAction* find = nullptr;
        for (QAction* const action : f.dock.actions()) {
            if (action->shortcut() == QKeySequence(QKeySequence::Find))
                find = action;
        }
        QVERIFY(find);
        find->trigger();
        auto* const state = f.child<QLabel>("consoleFindState");
        QTest::keyClicks(f.child<QLineEdit>("consoleFind"), "line 1");
        QTRY_COMPARE(state->text(), "11 lines"); // 1 and 10 to 19
        QTest::keyClick(f.child<QLineEdit>("consoleFind"), Qt::Key_Return);
        QTRY_COMPARE(state->text(), "11 of 11"); // the newest first
        QTest::keyClick(f.child<QLineEdit>("consoleFind"), Qt::Key_Return, Qt::ShiftModifier);
        QTRY_COMPARE(state->text(), "10 of 11");
        f.write(1, "line 1 again\n");
        QTRY_COMPARE(state->text(), "10 of 12"); // counted as it comes
        f.child<QLineEdit>("consoleFind")->setText("nowhere");
        QTRY_COMPARE(state->text(), "not found");
    }

    void itStaysAtTheEnd()
    {
        DockFixture f;
        f.writeLines(1000);
        QVERIFY(f.view().isAtEnd());
        QVERIFY(f.lastVisible().endsWith(QStringLiteral("line 999")));
        f.write(1, "newest\n");
        QVERIFY(f.lastVisible().endsWith(QStringLiteral("newest")));
    }

    void scrolledUpItStaysThereAndCountsWhatIsNew()
    {
        DockFixture f;
        f.writeLines(1000);
        QTest::keyClick(&f.view(), Qt::Key_PageUp);
        QVERIFY(!f.view().isAtEnd());
        const QString before = f.view().visibleLines();
        auto* const button = f.view().findChild<QToolButton*>(QStringLiteral("newLines"));
        QVERIFY(!button->isVisible());
        f.write(1, "a\nb\n");
        QCOMPARE(f.view().visibleLines(), before);
        QVERIFY(button->isVisible());
        QVERIFY(button->text().startsWith(QStringLiteral("2 new lines")));
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(f.view().isAtEnd());
        QVERIFY(!button->isVisible());
        QVERIFY(f.lastVisible().endsWith(QLatin1Char('b')));
    }

    void scrolledUpItStaysWhenTheOldestGo()
    {
        DockFixture f;
        session::OutputStore::Limits limits;
        limits.linesPerRank = 1000;
        f.session->limitOutput(limits);
        f.writeLines(1000);
        QTest::keyClick(&f.view(), Qt::Key_PageUp);
        const QString before = f.view().visibleLines();
        f.writeLines(500);
        QCOMPARE(f.view().visibleLines(), before);
    }

    void linesAreSelectedAndCopied()
    {
        DockFixture f;
        f.write(0, "one\n");
        f.write(1, "one\ntwo\nthree\n");
        const int height = f.view().fontMetrics().height() + 1;
        QTest::mouseClick(f.view().viewport(), Qt::LeftButton, {}, QPoint(200, height / 2));
        QTest::mouseClick(f.view().viewport(), Qt::LeftButton, Qt::ShiftModifier, QPoint(200, height * 3 / 2));
        QCOMPARE(f.view().selectedText(), QStringLiteral("[0-1] one\n[1] two\n"));
        QTest::keyClick(&f.view(), Qt::Key_Down, Qt::ShiftModifier);
        QTest::keySequence(&f.view(), QKeySequence::Copy);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("[0-1] one\n[1] two\n[1] three\n"));
        QTest::keyClick(&f.view(), Qt::Key_Home);
        QCOMPARE(f.view().selectedText(), QStringLiteral("[0-1] one\n"));
        QTest::keySequence(&f.view(), QKeySequence::SelectAll);
        QCOMPARE(f.view().selectedText().count(QLatin1Char('\n')), 3);
        QTest::keyClick(&f.view(), Qt::Key_Escape);
        QVERIFY(f.view().selectedText().isEmpty());
    }

    void aSelectionStaysOnItsLines()
    {
        DockFixture f;
        f.writeLines(100);
        f.view().selectRow(50);
        f.dock.model().setFolded(false);
        f.writeLines(100);
        QCOMPARE(f.view().selectedText(), QStringLiteral("[0] line 50\n"));
    }

    void aDoubleClickOnThePrefixFocusesItsRanks()
    {
        DockFixture f;
        f.write(1, "x\n");
        f.write(2, "x\n");
        QTest::mouseDClick(f.view().viewport(), Qt::LeftButton, {}, QPoint(12, 4));
        QCOMPARE(f.session->focus(), ranks("1-2"));
    }

    void wrappedLinesAreAllInSight()
    {
        DockFixture f;
        f.write(0, std::string(300, 'x') + "\nlast\n");
        QVERIFY(f.view().horizontalScrollBar()->maximum() > 0);
        f.child<QAction>("consoleWrap")->setChecked(true);
        QCOMPARE(f.view().horizontalScrollBar()->maximum(), 0);
        for (int i = 0; i < 30; ++i)
            f.write(0, std::to_string(i) + std::string(250, 'y') + "\n");
        QVERIFY(f.view().isAtEnd());
        QVERIFY(f.lastVisible().contains(QStringLiteral("29y")));
        f.view().grab();
    }

    void paneOfARankShowsAndAnswersIt()
    {
        DockFixture f;
        f.write(0, "zero\n");
        f.write(3, "three\n");
        QCOMPARE(f.tabTexts(), QStringList({"all", "focus", "0", "1", "2", "3"}));
        f.showTab(QStringLiteral("3"));
        QCOMPARE(f.view().visibleLines(), QStringLiteral("three"));
        QCOMPARE(f.child<QLineEdit>("stdinTarget")->text(), QStringLiteral("3"));
        f.dock.focusInput();
        QTest::keyClicks(f.line(), QStringLiteral("hello"));
        QTest::keyClick(f.line(), Qt::Key_Return);
        QCOMPARE(f.fake->inputs.at(0).bytes, std::string("hello\n"));
        QCOMPARE(f.fake->inputs.at(0).ranks, ranks("3"));
        f.settle();
        QCOMPARE(f.view().visibleLines(), QStringLiteral("three\n> hello"));
        QVERIFY(f.line()->text().isEmpty());
        QTest::keyClick(f.line(), Qt::Key_Up);
        QCOMPARE(f.line()->text(), QStringLiteral("hello"));
    }

    void unseenOutputHasADot()
    {
        DockFixture f;
        f.write(2, "seen in all\n");
        QVERIFY(!f.tabTexts().contains(QStringLiteral("2*")));
        f.showTab(QStringLiteral("3"));
        f.write(2, "unseen\n");
        QVERIFY(f.tabTexts().contains(QStringLiteral("2*")));
        f.showTab(QStringLiteral("2*"));
        QVERIFY(f.tabTexts().contains(QStringLiteral("2")));
    }

    void theLauncherHasAPaneOnceItWrote()
    {
        DockFixture f;
        QVERIFY(!f.tabTexts().contains(QStringLiteral("launcher")));
        f.fake->say({session::OutputBytes{std::nullopt, session::OutputChannel::Stderr, "binding\n"}});
        f.settle();
        f.showTab(QStringLiteral("launcher"));
        QCOMPARE(f.view().visibleLines(), QStringLiteral("! binding"));
    }

    void theFocusPaneFollowsTheFocus()
    {
        DockFixture f;
        f.write(0, "zero\n");
        f.write(1, "one\n");
        f.showTab(QStringLiteral("focus"));
        QVERIFY(f.session->setFocus(ranks("1")));
        f.settle();
        QCOMPARE(f.view().visibleLines(), QStringLiteral("one"));
    }

    void manyRanksAreReachedByText()
    {
        DockFixture f(200);
        QVERIFY(f.tabs()->count() < 80);
        f.write(150, "far away\n");
        auto* const field = f.child<QLineEdit>("consoleRanks");
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("150,199"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(f.tabs()->tabText(f.tabs()->currentIndex()), QStringLiteral("150,199"));
        QCOMPARE(f.view().visibleLines(), QStringLiteral("[150] far away"));
    }

    void endOfFileIsAskedInPlace()
    {
        DockFixture f;
        f.dock.focusInput();
        QTest::keyClick(f.line(), Qt::Key_D, Qt::ControlModifier);
        QVERIFY(f.fake->inputs.empty());
        auto* const button = f.child<QPushButton>("endOfFile");
        QCOMPARE(button->text(), QStringLiteral("End it"));
        QTest::keyClick(f.line(), Qt::Key_Escape);
        QCOMPARE(button->text(), QStringLiteral("End of file"));
        button->click();
        button->click();
        QVERIFY(f.fake->inputs.at(0).eof);
        QVERIFY(f.line()->isReadOnly());
        QVERIFY(f.line()->placeholderText().contains(QStringLiteral("closed")));
    }

    void withoutAJobTheLineSaysSo()
    {
        DockFixture f(0);
        QVERIFY(f.line()->isReadOnly());
        QVERIFY(f.line()->placeholderText().contains(QStringLiteral("no job")));
        QTest::keyClick(f.line(), Qt::Key_Return);
        QVERIFY(f.fake->inputs.empty());
    }

    void textIsFoundUpwardsFromTheEnd()
    {
        DockFixture f;
        f.writeLines(10000);
        f.view().setFocus();
        QTRY_VERIFY(f.view().hasFocus());
        QTest::keyClick(&f.view(), Qt::Key_F, Qt::ControlModifier);
        auto* const find = f.child<QLineEdit>("consoleFind");
        QVERIFY(find->isVisible());
        find->setText(QStringLiteral("LINE 42"));
        QTest::keyClick(find, Qt::Key_Return);
        QTRY_COMPARE(f.view().selectedText(), QStringLiteral("[0] line 4299\n"));
        QTest::keyClick(find, Qt::Key_Return, Qt::ShiftModifier);
        QTRY_COMPARE(f.view().selectedText(), QStringLiteral("[0] line 4298\n"));
        QTest::keyClick(find, Qt::Key_Escape);
        QVERIFY(!find->isVisible());
    }

    void theLinesInSightCanBeRead()
    {
        DockFixture f;
        f.write(1, "hello\n");
        QAccessibleInterface* const face = QAccessible::queryAccessibleInterface(&f.view());
        QVERIFY(!face->text(QAccessible::Name).isEmpty());
        QCOMPARE(face->text(QAccessible::Value), QStringLiteral("[1] hello"));
        QVERIFY(face->state().readOnly);
        QAccessibleTextInterface* const text = face->textInterface();
        QCOMPARE(text->text(4, text->characterCount()), QStringLiteral("hello"));
    }

    void clearedOutputIsOutOfSightInAllPanes()
    {
        DockFixture f;
        f.write(0, "old\n");
        f.child<QAction>("consoleClear")->trigger();
        QCOMPARE(f.view().visibleLines(), QString());
        f.showTab(QStringLiteral("0"));
        QCOMPARE(f.view().visibleLines(), QString());
        f.write(0, "new\n");
        QCOMPARE(f.view().visibleLines(), QStringLiteral("new"));
    }

    void whatIsShownIsSaved()
    {
        DockFixture f;
        f.writeLines(9000);
        const QString file = f.folder.filePath(QStringLiteral("out.txt"));
        auto* const writer = new ConsoleExport(f.dock.model(), file, &f.dock);
        QSignalSpy done(writer, &ConsoleExport::done);
        QTRY_COMPARE(done.size(), 1);
        QFile saved(file);
        QVERIFY(saved.open(QIODevice::ReadOnly));
        const QByteArrayList lines = saved.readAll().split('\n');
        QCOMPARE(lines.size(), 9001);
        QCOMPARE(lines.at(8999), QByteArray("[0] line 8999"));
    }

    void savingWhereNothingCanBeSavedSaysWhy()
    {
        DockFixture f;
        f.write(0, "x\n");
        auto* const writer = new ConsoleExport(f.dock.model(), QStringLiteral("/nowhere/out.txt"), &f.dock);
        bool failed = false;
        connect(writer, &ConsoleExport::done, this, [&] { failed = !writer->result(); });
        QTRY_VERIFY(failed);
    }
};

DBGR_TEST(TestConsoleDock, QApplication);

} // namespace tst_console_dock

#include "tst_console_dock.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/ranks/rank_grid.h"
#include "ui/ranks/ranks_dock.h"
#include "ui/widgets/filtered_view.h"
#include "ui/widgets/rank_set_edit.h"

#include <QLineEdit>
#include <QToolButton>
#include <QTreeView>

namespace tst_ranks_dock {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

/// Rank 2 stands, 6 ended well, 7 badly, the others of 8 run.
struct Dock : test::UiFixture
{
    Dock()
    {
        bringUpRunning(8);
        fake->stop(test::ranks("2"), test::breakpointHit(1));
        fake->exit(test::ranks("6"), 0);
        fake->exit(test::ranks("7"), 1);
        settle();
        dock.resize(260, 300);
        dock.show();
        (void)QTest::qWaitForWindowActive(&dock);
    }
    [[nodiscard]] RankGrid* grid() const { return dock.findChild<RankGrid*>(); }
    [[nodiscard]] RankSetEdit* line() const { return dock.findChild<RankSetEdit*>(); }
    [[nodiscard]] QString selected() const { return QString::fromStdString(grid()->selection().toString()); }
    [[nodiscard]] QString focus() const { return QString::fromStdString(session->focus().toString()); }
    [[nodiscard]] QToolButton* button(const QString& text) const
    {
        for (QToolButton* const each : dock.findChildren<QToolButton*>()) {
            if (each->text() == text && !each->isHidden())
                return each;
        }
        return nullptr;
    }

    RanksDock dock{context};
};

} // namespace

class TestRanksDock : public QObject
{
    Q_OBJECT

private slots:
    void legendCountsStates();
    void legendFollowsNews();
    void clickOnAStateSelectsAndDoubleClickFocuses();
    void theLineShowsTheSelection();
    void typingSelectsAndReturnFocuses();
    void escapeSelectsWhatWasSelectedBefore();
    void aDigitInTheGridBeginsTheLine();
    void theTableShowsTheSameSelection();
    void theTablesSelectionStaysInAnotherJob();
};

void TestRanksDock::legendCountsStates()
{
    Dock job;
    for (const char* const text : {"5 running", "1 stopped", "1 ended", "1 ended with an error"})
        QVERIFY2(job.button(text), text);
    QVERIFY(!job.button("0 crashed"));
}

void TestRanksDock::legendFollowsNews()
{
    Dock job;
    job.fake->stop(test::ranks("0-1,3-5"), test::crash(6));
    job.settle();
    QVERIFY(job.button("5 crashed"));
    QVERIFY(!job.button("5 running"));
}

void TestRanksDock::clickOnAStateSelectsAndDoubleClickFocuses()
{
    Dock job;
    QTest::mouseClick(job.button("5 running"), Qt::LeftButton);
    QCOMPARE(job.selected(), "0-1,3-5");
    QTest::mouseDClick(job.button("1 ended with an error"), Qt::LeftButton);
    job.settle();
    QCOMPARE(job.focus(), "7");
}

void TestRanksDock::theLineShowsTheSelection()
{
    Dock job;
    job.grid()->select(test::ranks("1-3,6"));
    QCOMPARE(job.line()->text(), "1-3,6");
    job.grid()->select({});
    QCOMPARE(job.line()->text(), "");
}

void TestRanksDock::typingSelectsAndReturnFocuses()
{
    Dock job;
    QTest::keyClicks(job.line(), "2-4");
    QCOMPARE(job.selected(), "2-4");
    QCOMPARE(job.focus(), "0-7");
    QTest::keyClick(job.line(), Qt::Key_Return);
    job.settle();
    QCOMPARE(job.focus(), "2-4");
    QVERIFY(job.grid()->hasFocus());
}

void TestRanksDock::escapeSelectsWhatWasSelectedBefore()
{
    Dock job;
    job.grid()->select(test::ranks("1"));
    job.line()->selectAll();
    QTest::keyClicks(job.line(), "5,6");
    QCOMPARE(job.selected(), "5-6");
    QTest::keyClick(job.line(), Qt::Key_Escape);
    QCOMPARE(job.selected(), "1");
    QCOMPARE(job.line()->text(), "1");
}

void TestRanksDock::aDigitInTheGridBeginsTheLine()
{
    Dock job;
    job.grid()->setFocus();
    QTest::keyClicks(job.grid(), "3");
    QVERIFY(job.line()->hasFocus());
    QTest::keyClicks(job.line(), "-5");
    QCOMPARE(job.selected(), "3-5");
}

void TestRanksDock::theTableShowsTheSameSelection()
{
    Dock job;
    job.grid()->select(test::ranks("2-3"));
    job.button("Table")->setChecked(true);
    auto* const table = job.dock.findChild<FilteredView*>();
    QVERIFY(table && table->isVisible());
    QCOMPARE(table->selectionText().section('\n', 1, 1).section('\t', 0, 2), "3\trunning\tn01");
    table->view()->selectionModel()->select(table->view()->model()->index(5, 0),
                                            QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    QCOMPARE(job.selected(), "5");
    QTest::mouseClick(job.button("1 stopped"), Qt::LeftButton);
    QCOMPARE(table->selectionText().section('\t', 0, 1), "2\tstopped");
    job.button("Table")->setChecked(false);
    QVERIFY(job.grid()->isVisible());
}

void TestRanksDock::theTablesSelectionStaysInAnotherJob()
{
    Dock job;
    job.button("Table")->setChecked(true);
    job.grid()->select(test::ranks("2-3"));
    job.fake->exit(test::ranks("0-7"), 0);
    job.fake->endJob(0);
    job.settle();
    job.bringUp(8);
    job.settle();
    QCOMPARE(job.selected(), "2-3");
    QCOMPARE(job.dock.findChild<FilteredView*>()->selectionText().section('\t', 0, 1), "2\theld");
}

DBGR_TEST(TestRanksDock, QApplication);

} // namespace tst_ranks_dock

#include "tst_ranks_dock.moc"

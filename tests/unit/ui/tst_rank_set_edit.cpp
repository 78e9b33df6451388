// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QSignalSpy>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/widgets/rank_set_edit.h"
#include "ui/widgets/rank_set_text.h"

namespace tst_rank_set_edit {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

/// Ranks 0-1 stand, 2-5 run, 6 crashed, 7 ended.
struct Job : test::UiFixture
{
    Job()
    {
        bringUpRunning(8);
        fake->stop(test::ranks("0-1"), test::breakpointHit(1));
        fake->stop(test::ranks("6"), test::crash(11));
        fake->exit(test::ranks("7"), 0);
        settle();
    }
    [[nodiscard]] QString read(const QString& text) const
    {
        const auto ranks = readRankSet(text, session->processes());
        return QString::fromStdString(ranks ? ranks->toString() : ranks.error().message());
    }
};

} // namespace

class TestRankSetEdit : public QObject
{
    Q_OBJECT

private slots:
    void readsNumbersAndWords_data();
    void readsNumbersAndWords();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void allRanksAreCalledAll();
    void returnTellsTheRanks();
    void returnOnWrongTextTellsNothingAndMarksIt();
    void halfAWordIsNotMarkedAsWrong();
    void escapeTakesBackWhatWasTyped();
    void newsDoNotOverwriteWhatIsTyped();
    void wordsAreCompleted();
};

void TestRankSetEdit::readsNumbersAndWords_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("ranks");
    QTest::newRow("numbers") << "0-3, 7"
                             << "0-3,7";
    QTest::newRow("all") << "all"
                         << "0-7";
    QTest::newRow("stopped are all that stand") << "stopped"
                                                << "0-1,6";
    QTest::newRow("running") << "Running"
                             << "2-5";
    QTest::newRow("crashed") << "crashed"
                             << "6";
    QTest::newRow("mixed") << "crashed,0,ended"
                           << "0,6-7";
    QTest::newRow("comma at the end") << "1,"
                                      << "1";
}

void TestRankSetEdit::readsNumbersAndWords()
{
    QFETCH(QString, text);
    QTEST(Job().read(text), "ranks");
}

void TestRankSetEdit::saysWhatIsWrong_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("no set") << "1,x-2"
                            << "\"x-2\" is not a set of ranks. Write it like 0-3,7 or all, stopped, running, crashed.";
    QTest::newRow("not in the job") << "6-9"
                                    << "The job has ranks 0-7, and no 8-9.";
    QTest::newRow("no such state now") << "lost"
                                       << "No rank is lost.";
    QTest::newRow("nothing") << " "
                             << "Write ranks like 0-3,7 or all, stopped, running, crashed.";
}

void TestRankSetEdit::saysWhatIsWrong()
{
    QFETCH(QString, text);
    QTEST(Job().read(text), "sentence");
}

void TestRankSetEdit::allRanksAreCalledAll()
{
    Job job;
    QCOMPARE(rankSetText(test::ranks("0-7"), job.session->processes()), "all");
    QCOMPARE(rankSetText(test::ranks("0-3,7"), job.session->processes()), "0-3,7");
}

void TestRankSetEdit::returnTellsTheRanks()
{
    Job job;
    RankSetEdit edit(job.context);
    std::vector<std::string> entered;
    connect(&edit, &RankSetEdit::rankSetEntered, this,
            [&](const util::RankSet& ranks) { entered.push_back(ranks.toString()); });
    QTest::keyClicks(&edit, "0-2,6");
    QTest::keyClick(&edit, Qt::Key_Return);
    QCOMPARE(entered, std::vector<std::string>{"0-2,6"});
    QVERIFY(edit.problem().isEmpty());
}

void TestRankSetEdit::returnOnWrongTextTellsNothingAndMarksIt()
{
    Job job;
    RankSetEdit edit(job.context);
    QSignalSpy entered(&edit, &RankSetEdit::rankSetEntered);
    QTest::keyClicks(&edit, "9");
    QCOMPARE(edit.problem(), "The job has ranks 0-7, and no 9.");
    QTest::keyClick(&edit, Qt::Key_Return);
    QCOMPARE(entered.count(), 0);
    QCOMPARE(edit.palette().color(QPalette::Text), job.theme.color(ColorRole::ErrorText));
    QTest::keyClick(&edit, Qt::Key_Backspace);
    QTest::keyClicks(&edit, "7");
    QVERIFY(edit.problem().isEmpty());
    QCOMPARE(edit.palette().color(QPalette::Text), job.theme.color(ColorRole::Text));
}

void TestRankSetEdit::halfAWordIsNotMarkedAsWrong()
{
    Job job;
    RankSetEdit edit(job.context);
    edit.setCompleter(nullptr);
    QTest::keyClicks(&edit, "0-");
    QVERIFY(edit.problem().isEmpty());
    QTest::keyClicks(&edit, "3,cra");
    QVERIFY(edit.problem().isEmpty());
    QTest::keyClick(&edit, Qt::Key_Return);
    QVERIFY(!edit.problem().isEmpty());
}

void TestRankSetEdit::escapeTakesBackWhatWasTyped()
{
    Job job;
    RankSetEdit edit(job.context);
    edit.setRanks(test::ranks("0-3"));
    QCOMPARE(edit.text(), "0-3");
    QSignalSpy cancelled(&edit, &RankSetEdit::cancelled);
    QTest::keyClicks(&edit, ",99");
    QVERIFY(!edit.problem().isEmpty());
    QTest::keyClick(&edit, Qt::Key_Escape);
    QCOMPARE(edit.text(), "0-3");
    QVERIFY(edit.problem().isEmpty());
    QCOMPARE(cancelled.count(), 1);
}

void TestRankSetEdit::newsDoNotOverwriteWhatIsTyped()
{
    Job job;
    RankSetEdit edit(job.context);
    edit.setRanks(test::ranks("0-3"));
    QTest::keyClicks(&edit, ",5");
    edit.setRanks(test::ranks("0-7"));
    QCOMPARE(edit.text(), "0-3,5");
    QTest::keyClick(&edit, Qt::Key_Escape);
    QCOMPARE(edit.text(), "all");
}

void TestRankSetEdit::wordsAreCompleted()
{
    Job job;
    RankSetEdit edit(job.context);
    edit.show();
    edit.setFocus();
    QVERIFY(QTest::qWaitForWindowActive(&edit));
    QTest::keyClicks(&edit, "cr");
    QCOMPARE(edit.text(), "crashed");
    QCOMPARE(edit.ranks(), test::ranks("6"));
    QTest::keyClick(&edit, Qt::Key_Escape);
    QCOMPARE(edit.text(), "");
}

DBGR_TEST(TestRankSetEdit, QApplication);

} // namespace tst_rank_set_edit

#include "tst_rank_set_edit.moc"

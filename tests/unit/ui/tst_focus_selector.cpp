// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/ranks/focus_commands.h"
#include "ui/ranks/focus_selector.h"
#include "ui/widgets/rank_set_edit.h"
#include "ui/window/action_table.h"

#include <QLabel>
#include <QMenu>
#include <QToolBar>

namespace tst_focus_selector {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

struct Job : test::UiFixture
{
    explicit Job(std::uint32_t ranks = 8)
    {
        if (ranks > 0)
            bringUpRunning(ranks);
        settle();
        selector.resize(800, selector.sizeHint().height());
        selector.show();
        (void)QTest::qWaitForWindowActive(&selector);
    }
    [[nodiscard]] RankSetEdit* edit() const { return selector.findChild<RankSetEdit*>(); }
    [[nodiscard]] QString info() const { return selector.findChild<QLabel*>("focusInfo")->text(); }
    [[nodiscard]] QString focus() const { return QString::fromStdString(session->focus().toString()); }
    void type(const QString& text)
    {
        edit()->setFocus();
        edit()->selectAll();
        QTest::keyClicks(edit(), text);
    }
    [[nodiscard]] QStringList choices() const
    {
        auto* const menu = selector.findChild<QMenu*>();
        emit menu->aboutToShow();
        QStringList texts;
        for (const QAction* const action : menu->actions())
            texts << (action->isSeparator() ? "- " : action->isChecked() ? "* " : "") + action->text();
        return texts;
    }

    FocusSelector selector{context};
};

} // namespace

class TestFocusSelector : public QObject
{
    Q_OBJECT

private slots:
    void hasNothingToSayWithoutAJob();
    void showsTheFocusAndWhoLeads();
    void namesTheThreadThatWasChosen();
    void returnFocuses();
    void wrongTextIsExplainedInPlace();
    void escapeRestores();
    void theCommandPutsTheKeyboardInIt();
    void offersStatesAndHosts();
    void offersOwnGroupsThatHaveRanks();
    void offersWhatWasInFocusBefore();
    void aScatteredFocusIsShownByItsBeginningAndStaysWhole();
    void whatItSaysMovesNothingInTheToolbar();
};

void TestFocusSelector::hasNothingToSayWithoutAJob()
{
    Job job(0);
    QVERIFY(!job.edit()->isEnabled());
    QCOMPARE(job.edit()->text(), "");
    QCOMPARE(job.info(), "");
}

void TestFocusSelector::showsTheFocusAndWhoLeads()
{
    Job job;
    QCOMPARE(job.edit()->text(), "all");
    QCOMPARE(job.info(), "8 ranks, rank 0 leads");
    job.fake->stop(test::ranks("3"), test::breakpointHit(1));
    job.settle();
    QCOMPARE(job.info(), "8 ranks, rank 3 leads");
    focusOn(job.context, test::ranks("5"));
    job.settle();
    QCOMPARE(job.edit()->text(), "5");
    QCOMPARE(job.info(), "rank 5");
}

void TestFocusSelector::namesTheThreadThatWasChosen()
{
    Job job;
    job.fake->answersQuery = [](const debug::EngineCommand& command) -> std::optional<debug::EngineReply> {
        if (!std::holds_alternative<debug::SelectThread>(command.request))
            return std::nullopt;
        debug::ThreadInfo first{util::ThreadId(1003), 1, "ring", {}, false};
        debug::ThreadInfo second{util::ThreadId(1103), 2, "worker", {}, true};
        return debug::EngineReply{debug::ThreadsReply{{{util::Rank(3), util::StopId(1), {first, second}}}}, {}};
    };
    job.fake->stop(test::ranks("3"), test::breakpointHit(1));
    job.settle();
    job.place.chooseThread(util::ThreadId(1103));
    job.settle();
    QCOMPARE(job.info(), "8 ranks, rank 3 leads, thread 2");
    job.place.chooseThread(std::nullopt);
    job.settle();
    QCOMPARE(job.info(), "8 ranks, rank 3 leads");
}

void TestFocusSelector::returnFocuses()
{
    Job job;
    job.type("0-2,7");
    QCOMPARE(job.focus(), "0-7");
    QTest::keyClick(job.edit(), Qt::Key_Return);
    job.settle();
    QCOMPARE(job.focus(), "0-2,7");
    QCOMPARE(job.info(), "4 ranks, rank 0 leads");
}

void TestFocusSelector::wrongTextIsExplainedInPlace()
{
    Job job;
    job.type("9");
    QCOMPARE(job.info(), "The job has ranks 0-7, and no 9.");
    QTest::keyClick(job.edit(), Qt::Key_Return);
    job.settle();
    QCOMPARE(job.focus(), "0-7");
    QCOMPARE(job.info(), "The job has ranks 0-7, and no 9.");
}

void TestFocusSelector::escapeRestores()
{
    Job job;
    job.type("9");
    QTest::keyClick(job.edit(), Qt::Key_Escape);
    QCOMPARE(job.edit()->text(), "all");
    QCOMPARE(job.info(), "8 ranks, rank 0 leads");
}

void TestFocusSelector::theCommandPutsTheKeyboardInIt()
{
    Job job;
    job.edit()->clearFocus();
    job.actions.get(action::kFocusBox)->trigger();
    QVERIFY(job.edit()->hasFocus());
    QCOMPARE(job.edit()->selectedText(), "all");
}

void TestFocusSelector::offersStatesAndHosts()
{
    Job job;
    job.fake->stop(test::ranks("3"), test::crash(11));
    job.settle();
    QCOMPARE(job.choices(), QStringList({"* All\t0-7", "- By state", "Running\t0-2,4-7", "Crashed\t3", "- By host",
                                         "n01\t0-3", "n02\t4-7"}));
    job.selector.findChild<QMenu*>()->actions().constLast()->trigger();
    job.settle();
    QCOMPARE(job.focus(), "4-7");
}

void TestFocusSelector::offersOwnGroupsThatHaveRanks()
{
    Job job;
    QVERIFY(job.session->defineGroup("odd", "1,3"));
    QVERIFY(job.session->defineGroup("broken", "crashed"));
    job.settle();
    const QStringList choices = job.choices();
    QCOMPARE(choices.mid(choices.indexOf("- Groups")), (QStringList{"- Groups", "odd\t1,3"}));
    job.type("all - odd");
    QTest::keyClick(job.edit(), Qt::Key_Return);
    job.settle();
    QCOMPARE(job.focus(), "0,2,4-7");
}

void TestFocusSelector::offersWhatWasInFocusBefore()
{
    Job job;
    for (const char* const ranks : {"1", "2", "0-7", "1", "3", "4", "5", "6"}) {
        focusOn(job.context, test::ranks(ranks));
        job.settle();
    }
    QCOMPARE(job.choices().mid(6), QStringList({"- Before", "* 6", "5", "4", "3", "1"}));
}

void TestFocusSelector::aScatteredFocusIsShownByItsBeginningAndStaysWhole()
{
    Job job(1000);
    util::RankSet even;
    for (std::uint32_t i = 0; i < 1000; i += 2)
        even.insert(util::Rank(i));
    focusOn(job.context, even);
    job.settle();
    QCOMPARE(job.edit()->text(), "0,2,4,6,8,10,12,... (500 ranks)");
    QTest::keyClick(job.edit(), Qt::Key_Return);
    job.settle();
    QCOMPARE(job.session->focus(), even);
}

void TestFocusSelector::whatItSaysMovesNothingInTheToolbar()
{
    Job job;
    QToolBar bar;
    auto* const selector = new FocusSelector(job.context);
    bar.addWidget(selector);
    QAction* const kill = bar.addAction("Kill");
    bar.resize(600, bar.sizeHint().height());
    bar.show();
    QVERIFY(QTest::qWaitForWindowActive(&bar));
    const QRect before = bar.actionGeometry(kill);
    QVERIFY(before.isValid());
    for (const char* const ranks : {"5", "0-3,7", "0,2,4,6"}) {
        focusOn(job.context, test::ranks(ranks));
        job.settle();
        QCoreApplication::processEvents();
        QCOMPARE(bar.actionGeometry(kill), before);
    }
    auto* const edit = selector->findChild<RankSetEdit*>();
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, "99");
    QCoreApplication::processEvents();
    QCOMPARE(bar.actionGeometry(kill), before);
    auto* const info = selector->findChild<QLabel*>("focusInfo");
    QCOMPARE(info->toolTip(), "The job has ranks 0-7, and no 99.");
    QVERIFY(info->fontMetrics().horizontalAdvance(info->text()) <= info->width()); // cut, not pushing
}

DBGR_TEST(TestFocusSelector, QApplication);

} // namespace tst_focus_selector

#include "tst_focus_selector.moc"

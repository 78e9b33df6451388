// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/ranks/focus_actions.h"
#include "ui/ranks/focus_commands.h"
#include "ui/window/action_table.h"

namespace tst_focus_actions {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

/// Ranks 1 and 4-5 stand, 6 crashed, the others of 8 run.
struct Job : test::UiFixture
{
    Job()
    {
        bringUpRunning(8);
        fake->stop(test::ranks("1,4-5"), test::breakpointHit(1));
        fake->stop(test::ranks("6"), test::crash(11));
        settle();
    }
    void trigger(const char* name)
    {
        actions.get(name)->trigger();
        settle();
    }
    [[nodiscard]] bool isEnabled(const char* name) const { return actions.get(name)->isEnabled(); }
    [[nodiscard]] QString focus() const { return QString::fromStdString(session->focus().toString()); }

    FocusActions commands{context};
};

} // namespace

class TestFocusActions : public QObject
{
    Q_OBJECT

private slots:
    void nothingCanBeFocusedWithoutAJob();
    void focusesByState();
    void whatChangesNothingIsDisabled();
    void nextAndPreviousLeadAmongThoseThatStand();
    void nextLeadsAmongAllWhileNoneStands();
    void aLeaderOutsideOfTheFocusIsTakenIn();
    void refusalsBecomeNotices();
};

void TestFocusActions::nothingCanBeFocusedWithoutAJob()
{
    test::UiFixture none;
    FocusActions commands(none.context);
    for (const char* const name : {action::kFocusBox, action::kFocusAll, action::kFocusStopped, action::kFocusRunning,
                                   action::kFocusCrashed, action::kFocusNext, action::kFocusPrevious})
        QVERIFY2(!none.actions.get(name)->isEnabled(), name);
}

void TestFocusActions::focusesByState()
{
    Job job;
    job.trigger(action::kFocusStopped);
    QCOMPARE(job.focus(), "1,4-6");
    job.trigger(action::kFocusCrashed);
    QCOMPARE(job.focus(), "6");
    job.trigger(action::kFocusRunning);
    QCOMPARE(job.focus(), "0,2-3,7");
    job.trigger(action::kFocusAll);
    QCOMPARE(job.focus(), "0-7");
}

void TestFocusActions::whatChangesNothingIsDisabled()
{
    Job job;
    QVERIFY(!job.isEnabled(action::kFocusAll));
    QVERIFY(job.isEnabled(action::kFocusCrashed));
    job.trigger(action::kFocusCrashed);
    QVERIFY(job.isEnabled(action::kFocusAll));
    QVERIFY(!job.isEnabled(action::kFocusCrashed));
    QVERIFY(!job.isEnabled(action::kFocusNext));
}

void TestFocusActions::nextAndPreviousLeadAmongThoseThatStand()
{
    Job job;
    QCOMPARE(job.session->leadingRank(), util::Rank(1));
    std::vector<std::uint32_t> led;
    for (int i = 0; i < 4; ++i) {
        job.trigger(action::kFocusNext);
        led.push_back(job.session->leadingRank()->value());
    }
    QCOMPARE(led, (std::vector<std::uint32_t>{4, 5, 6, 1}));
    job.trigger(action::kFocusPrevious);
    QCOMPARE(job.session->leadingRank(), util::Rank(6));
    job.trigger(action::kFocusPrevious);
    QCOMPARE(job.session->leadingRank(), util::Rank(5));
    QCOMPARE(job.focus(), "0-7");
}

void TestFocusActions::nextLeadsAmongAllWhileNoneStands()
{
    Job job;
    focusOn(job.context, test::ranks("0,3,7"));
    job.settle();
    job.trigger(action::kFocusNext);
    QCOMPARE(job.session->leadingRank(), util::Rank(3));
}

void TestFocusActions::aLeaderOutsideOfTheFocusIsTakenIn()
{
    Job job;
    focusOn(job.context, test::ranks("4"));
    makeLeader(job.context, util::Rank(6));
    QCOMPARE(job.focus(), "4,6");
    QCOMPARE(job.session->leadingRank(), util::Rank(6));
}

void TestFocusActions::refusalsBecomeNotices()
{
    Job job;
    focusOn(job.context, test::ranks("99"));
    QCOMPARE(job.notices.all().size(), std::size_t(1));
    QCOMPARE(job.notices.all().front().key, "focus");
    focusOn(job.context, test::ranks("4"));
    QVERIFY(job.notices.all().empty());
    pauseOnly(job.context, test::ranks("4"));
    QCOMPARE(job.notices.all().size(), std::size_t(1));
}

DBGR_TEST(TestFocusActions, QApplication);

} // namespace tst_focus_actions

#include "tst_focus_actions.moc"

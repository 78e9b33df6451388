// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QSignalSpy>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"
#include "ui/window/notice_bar.h"
#include "ui/window/notice_row.h"

#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace tst_notice_bar {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

struct Bar : test::UiFixture
{
    Bar() { bar.resize(800, 200); }

    void show(const QString& key, NoticeKind kind = NoticeKind::Hint, const QStringList& names = {})
    {
        notices.show({key, kind, "text of " + key, {}, names, {}});
    }
    /// What the rows that are not hidden say, from above.
    [[nodiscard]] QStringList texts() const
    {
        QStringList found;
        for (const NoticeRow* const row : bar.findChildren<NoticeRow*>()) {
            if (!row->isHidden())
                found << row->findChild<QLabel*>("noticeText")->text();
        }
        return found;
    }
    template <class T>
    [[nodiscard]] T* child(const QString& name) const
    {
        return bar.findChild<T*>(name);
    }

    NoticeBar bar{context};
};

} // namespace

class TestNoticeBar : public QObject
{
    Q_OBJECT

private slots:
    void isGoneWithoutNotices();
    void showsTheNewestTwoAndCountsTheRest();
    void putsErrorsFirst();
    void aButtonTriggersItsAction();
    void aButtonIsDisabledWithItsAction();
    void aButtonStaysWhenOnlyTheTextChanges();
    void closeTakesTheNoticeAway();
    void escapeClosesAndGoesBackToTheSource();
    void assistiveToolsGetKindAndText();
};

void TestNoticeBar::isGoneWithoutNotices()
{
    Bar test;
    QVERIFY(test.bar.isHidden());
    test.show("a");
    QVERIFY(!test.bar.isHidden());
    test.notices.clearAll();
    QVERIFY(test.bar.isHidden());
}

void TestNoticeBar::showsTheNewestTwoAndCountsTheRest()
{
    Bar test;
    for (const char* const key : {"a", "b", "c", "d"})
        test.show(key);
    QCOMPARE(test.texts(), (QStringList{"text of d", "text of c"}));
    auto* const more = test.child<QToolButton>("noticesMore");
    QCOMPARE(more->text(), "2 more");
    more->click();
    QCOMPARE(test.texts().size(), 4);
    more->click();
    QCOMPARE(test.texts().size(), 2);
}

void TestNoticeBar::putsErrorsFirst()
{
    Bar test;
    test.show("error", NoticeKind::Error);
    test.show("warning", NoticeKind::Warning);
    test.show("hint");
    QCOMPARE(test.texts(), (QStringList{"text of error", "text of warning"}));
}

void TestNoticeBar::aButtonTriggersItsAction()
{
    Bar test;
    test.notices.show(
        {"a", NoticeKind::Error, "text", {}, {action::kNewJob, action::kRestart}, {"Change the Command", {}}});
    QSignalSpy spy(test.actions.get(action::kRestart), &QAction::triggered);
    QCOMPARE(test.child<QPushButton>(action::kNewJob)->text(), "Change the Command");
    QCOMPARE(test.child<QPushButton>(action::kRestart)->text(), "Restart");
    test.child<QPushButton>(action::kRestart)->click();
    QCOMPARE(spy.size(), 1);
}

void TestNoticeBar::aButtonIsDisabledWithItsAction()
{
    Bar test;
    test.actions.get(action::kContinue)->setEnabled(false);
    test.show("a", NoticeKind::Hint, {action::kContinue});
    auto* const button = test.child<QPushButton>(action::kContinue);
    QVERIFY(!button->isEnabled());
    test.actions.get(action::kContinue)->setEnabled(true);
    QVERIFY(button->isEnabled());
}

void TestNoticeBar::aButtonStaysWhenOnlyTheTextChanges()
{
    Bar test;
    test.notices.show({"launch", NoticeKind::Hint, "12 of 64", {}, {action::kKill}, {}});
    auto* const button = test.child<QPushButton>(action::kKill);
    test.notices.show({"launch", NoticeKind::Hint, "13 of 64", {}, {action::kKill}, {}});
    QCOMPARE(test.texts(), QStringList{"13 of 64"});
    QCOMPARE(test.child<QPushButton>(action::kKill), button);
}

void TestNoticeBar::closeTakesTheNoticeAway()
{
    Bar test;
    test.show("a");
    test.show("b");
    test.child<QToolButton>("noticeClose")->click(); // of the first row, which shows the newest
    QCOMPARE(test.texts(), QStringList{"text of a"});
}

void TestNoticeBar::escapeClosesAndGoesBackToTheSource()
{
    Bar test;
    test.show("a", NoticeKind::Hint, {action::kKill});
    test.bar.show();
    test.bar.activateWindow();
    auto* const button = test.child<QPushButton>(action::kKill);
    button->setFocus();
    QTRY_VERIFY(button->hasFocus());
    QSignalSpy spy(test.actions.get(action::kFocusSource), &QAction::triggered);
    QTest::keyClick(button, Qt::Key_Escape);
    QVERIFY(test.notices.all().empty());
    QCOMPARE(spy.size(), 1);
}

void TestNoticeBar::assistiveToolsGetKindAndText()
{
    Bar test;
    test.show("a", NoticeKind::Error);
    QCOMPARE(test.bar.findChild<NoticeRow*>()->accessibleName(), "Error: text of a");
}

DBGR_TEST(TestNoticeBar, QApplication);

} // namespace tst_notice_bar

#include "tst_notice_bar.moc"
